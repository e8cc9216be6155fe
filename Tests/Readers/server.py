"""A server of one folder on 127.0.0.1 that answers ranges, without which a browser cannot seek in a video."""

import contextlib
import functools
import http.server
import io
import pathlib
import re
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".vtt": "text/vtt",
                      ".mpd": "application/dash+xml", ".m4s": "video/iso.segment"}

    def log_message(self, *_):
        pass

    def handle(self):
        # A browser hangs up when it has seen enough.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def send_head(self):
        path = pathlib.Path(self.translate_path(self.path))
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not asked or not path.is_file():
            return super().send_head()
        data = path.read_bytes()
        first, last = int(asked[1]), min(int(asked[2] or len(data)), len(data) - 1)
        if first > last:
            self.send_error(416)
            return None
        self.send_response(206)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        return io.BytesIO(data[first:last + 1])


@contextlib.contextmanager
def serving(folder):
    """The address of the folder while it is served."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
