"""Opens a page in Chromium or Firefox, where nobody sees it, and takes a screenshot; only Python's standard library."""

import base64
import fcntl
import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

READY = "window.shown"


class Chromium:
    """Driven by the DevTools protocol over two pipes.

    It draws with the programs that it has for a graphics card, here on the processor (SwiftShader): as with a card.
    """

    name = "chromium"
    programs = ("chromium", "google-chrome")
    helpers = ()
    drawing = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")

    def __init__(self, program, folder, width, height):
        (commands, to_it), (from_it, answers) = os.pipe(), os.pipe()
        words = [program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={folder}/profile",
                 "--no-first-run", "--hide-scrollbars", "--force-device-scale-factor=1", *self.drawing,
                 # Codes of the screen are codes of sRGB, whatever profile the machine's display has.
                 "--force-color-profile=srgb", "--autoplay-policy=no-user-gesture-required",
                 # Pages are of this machine; what they would fetch from elsewhere is not found.
                 "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                 # There is a mouse, as on a desk: pages ask for one before they show what hovering shows.
                 "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
                 f"--window-size={width},{height}", "about:blank"]
        if os.geteuid() == 0:
            words.insert(1, "--no-sandbox")
        # The protocol's descriptors are 3 and 4; copies of ours are beyond both.
        theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands, answers)]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs[0]} 4>&{theirs[1]}', "bash", *words], pass_fds=theirs,
            stdout=subprocess.DEVNULL, stderr=open(f"{folder}/log", "w"))
        for end in (commands, answers, *theirs):
            os.close(end)
        self.output, self.input = os.fdopen(to_it, "wb"), os.fdopen(from_it, "rb")
        self.count, self.rest = 0, b""
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.output.write(json.dumps(message).encode() + b"\0")
        self.output.flush()
        while True:
            while b"\0" not in self.rest:
                more = os.read(self.input.fileno(), 1 << 16)
                if not more:
                    raise RuntimeError("Chromium ended")
                self.rest += more
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]

    def version(self):
        return self.call("Browser.getVersion")["product"].replace("HeadlessChrome/", "Chromium ").replace(
            "Chrome/", "Chromium ")

    def open(self, address):
        self.call("Page.navigate", url=address)
        while self.value("document.readyState") != "complete" or self.value("location.href") == "about:blank":
            time.sleep(0.05)
        self.value(READY, awaitPromise=True)

    def picture(self, address):
        self.open(address)
        return self.screenshot()

    def screenshot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def move(self, x, y):
        """Moves the mouse there: the page gets the events that a hand makes."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def value(self, expression, **parameters):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, **parameters)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("value", "the page failed"))
        return answer["result"].get("value")

    def close(self):
        self.call("Browser.close")
        self.process.wait(30)


class PlainChromium(Chromium):
    """As on a machine without a graphics card: libyuv converts the video, and its products for blue are clipped."""

    name = "chromium-plain"
    drawing = ("--disable-gpu",)


class Firefox:
    """Driven by Marionette over loopback, on a screen that nobody sees (Xvfb).

    Its own screenshots are drawn in another way than its windows, which takes full range for limited.
    """

    name = "firefox"
    programs = ("firefox-esr", "firefox")
    helpers = ("Xvfb", "import")
    preferences = {
        # Any free port; it is written into the profile.
        "marionette.port": 0,
        "layout.css.devPixelsPerPx": "1.0",
        "media.autoplay.default": 0,
        "datareporting.policy.dataSubmissionEnabled": False,
        "browser.shell.checkDefaultBrowser": False,
        # Codes of the screen are codes of sRGB, which is what an X server without a profile has anyway. The mode, which
        # decides what is managed (tagged pictures), is left as people have it.
        "gfx.color_management.force_srgb": True,
    }

    def __init__(self, program, folder, width, height):
        profile = pathlib.Path(folder, "profile")
        profile.mkdir(parents=True)
        profile.joinpath("user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self.preferences.items()))
        self.log = open(f"{folder}/log", "w")
        number, written = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(written), "-screen", "0", f"{width * 2}x{height * 4}x24"], pass_fds=(written,),
            stderr=self.log)
        os.close(written)
        self.environment = {**os.environ, "DISPLAY": ":" + os.fdopen(number).readline().strip()}
        self.process = subprocess.Popen(
            [program, "--kiosk", "--marionette", "--no-remote", "--profile", str(profile)], stdout=self.log,
            stderr=self.log, env=self.environment)
        port = profile / "MarionetteActivePort"
        for _ in range(600):
            if port.exists() and port.read_text():
                break
            time.sleep(0.1)
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), 60)
        self.input = self.socket.makefile("rb")
        self.read()
        self.count = 0
        self.session = self.call("WebDriver:NewSession")
        self.call("WebDriver:SetTimeouts", script=60_000)

    def read(self):
        length = b""
        while not length.endswith(b":"):
            length += self.input.read(1)
        return json.loads(self.input.read(int(length[:-1])))

    def call(self, name, **parameters):
        self.count += 1
        message = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(error["message"])
        return result

    def version(self):
        return "Firefox " + self.session["capabilities"]["browserVersion"]

    def picture(self, address):
        self.call("WebDriver:Navigate", url=address)
        script = f"const [done] = arguments; {READY}.then(done, done)"
        word = self.call("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None)["value"]
        if word != "shown":
            raise RuntimeError(word)
        # What is painted reaches the screen a little later.
        time.sleep(0.5)
        return subprocess.run(
            ["import", "-silent", "-window", "root", "png24:-"], stdout=subprocess.PIPE, env=self.environment,
            check=True).stdout

    def close(self):
        self.call("Marionette:Quit", flags=["eForceQuit"])
        self.process.wait(30)
        self.screen.terminate()


KINDS = (Chromium, PlainChromium, Firefox)


def program(kind):
    """The program of a browser; None if it, or what shows it, is not here."""
    if not all(map(shutil.which, kind.helpers)):
        return None
    return next(filter(None, map(shutil.which, kind.programs)), None)
