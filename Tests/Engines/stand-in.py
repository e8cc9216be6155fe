"""A bucket on this machine, with the files of a folder in it: stand-in.py FOLDER BUCKET

Prints the address of the server, and serves until its input ends.
"""
import logging
import os
import sys

import boto3
from moto.server import ThreadedMotoServer

folder, bucket = sys.argv[1:]
logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
address = f"http://{host}:{port}"
client = boto3.client(
    "s3", endpoint_url=address, aws_access_key_id="x", aws_secret_access_key="x", region_name="us-east-1")
client.create_bucket(Bucket=bucket)
for name in os.listdir(folder):
    client.upload_file(os.path.join(folder, name), bucket, f"videos/{name}")
print(address, flush=True)
sys.stdin.read()
