"""Runs a shell line for each of N numbers, two at a time, by HyperQueue: python run-hyperqueue.py N"""
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

with LocalCluster() as cluster:
    cluster.start_worker(WorkerConfig(cores=2))
    job = Job()
    for number in range(1, int(sys.argv[1]) + 1):
        job.program(["sh", "-c", f"echo {number} > answer.{number}"], stdout=None, stderr=None)
    client = cluster.client()
    client.wait_for_jobs([client.submit(job)])
