"""Text becomes vectors here; import the modules, the package itself holds nothing."""
