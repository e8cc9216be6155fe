#!/bin/sh
# A helper of --source under which the files in a folder "videos" are the objects of a bucket: their names become addresses for
# the example helper for S3. BUCKET is the bucket, HELPER what runs that helper.
sed -u "s|^\({\"id\":[0-9]*,\"[a-z]*\":\"\)[^\"]*videos/|\1s3://$BUCKET/videos/|" | exec $HELPER
