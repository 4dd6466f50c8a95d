"""The front door: parse words, open the memory, call one function, show what it gave."""
