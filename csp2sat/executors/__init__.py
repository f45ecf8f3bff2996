"""Executors, where jobs run: threads, processes, Dask, any `concurrent.futures.Executor`."""
