#!/usr/bin/env python3
"""A helper for framegrab --source: objects of S3, and of stores that speak its language.

    framegrab --source .packaging/sources/s3_source.py s3://bucket/key.mp4 --at 50%

Needs boto3, and finds credentials, region and endpoint as it does: in ~/.aws or in AWS_… variables.
"""
import concurrent.futures
import json
import sys
import threading

import boto3
import botocore.exceptions

lock = threading.Lock()
client = boto3.client("s3")
versions = {}
passing = {"RequestTimeout", "SlowDown", "InternalError", "ServiceUnavailable", "500", "503", "429"}


def say(answer, content=b""):
    with lock:
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + content)
        sys.stdout.buffer.flush()


def answer(question):
    number, name = question["id"], question.get("open") or question.get("read")
    try:
        scheme, _, rest = name.partition("://")
        bucket, _, key = rest.partition("/")
        if scheme != "s3" or not key:
            return say({"id": number, "error": "write s3://bucket/key"})
        if "open" in question:
            head = client.head_object(Bucket=bucket, Key=key)
            versions[name] = head["ETag"]
            return say({"id": number, "size": head["ContentLength"], "version": head["ETag"]})
        first, length = question["at"], question["length"]
        # An object that was replaced meanwhile is an error.
        match = {"IfMatch": versions[name]} if name in versions else {}
        got = client.get_object(Bucket=bucket, Key=key, Range=f"bytes={first}-{first + length - 1}", **match)
        content = got["Body"].read()
        say({"id": number, "length": len(content)}, content)
    except botocore.exceptions.ClientError as error:
        code = error.response["Error"]["Code"]
        say({"id": number, "error": f"{code} {error.response['Error'].get('Message', '')}", "retry": code in passing})
    except botocore.exceptions.BotoCoreError as error:
        say({"id": number, "error": str(error), "retry": True})


with concurrent.futures.ThreadPoolExecutor(8) as pool:
    for line in sys.stdin:
        pool.submit(answer, json.loads(line))
