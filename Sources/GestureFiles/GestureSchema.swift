/// The JSON Schema of gesture files, for editors.
public enum GestureSchema {
  /// The schema by the 2020-12 draft: the same bytes as `gesture.schema.json`, which ends with a line end.
  ///
  /// It tells all that JSON Schema has words for. What follows from several values together, such as the order of
  /// touches or a knob wider than its track, is found by `GestureFile` alone.
  public static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:framegrab:gesture-file:1",
      "title": "framegrab gesture file",
      "description": "Drags on a slider that spans a video. Lengths are in points, x to the right and y down.",
      "type": "object",
      "required": ["version"],
      "additionalProperties": false,
      "oneOf": [
        { "title": "Recorded", "required": ["touches"] },
        { "title": "Authored", "required": ["actions"] }
      ],
      "dependentRequired": { "sampleRate": ["actions"] },
      "properties": {
        "version": {
          "title": "Version",
          "description": "The version of the format, which decides what the other keys mean. Always 1.",
          "const": 1
        },
        "video": {
          "title": "Video",
          "description": "Path of the video, from this file's folder. One on the command line goes before it.",
          "$ref": "#/$defs/path"
        },
        "output": {
          "title": "Output",
          "description": "Name of the picture, as after -o: relative to the current folder. The option goes before it.",
          "$ref": "#/$defs/path",
          "examples": ["{stem}-{index}.png"]
        },
        "control": {
          "title": "Slider",
          "description": "The slider that is dragged. Whatever is left out has its default.",
          "$ref": "#/$defs/control"
        },
        "touches": {
          "title": "Touches",
          "description": "What happened, in order: one finger's touches, and between strokes adjustments and steps.",
          "type": "array",
          "minItems": 1,
          "maxItems": 1000000,
          "items": { "$ref": "#/$defs/event" },
          "allOf": [{ "prefixItems": [{ "properties": { "phase": { "const": "began" } } }] }]
        },
        "actions": {
          "title": "Actions",
          "description": "The array of W3C WebDriver's Perform Actions: one pointer, and sources that only pause.",
          "type": "array",
          "items": { "$ref": "#/$defs/source" },
          "contains": { "required": ["type"], "properties": { "type": { "const": "pointer" } } },
          "minContains": 1,
          "maxContains": 1
        },
        "sampleRate": {
          "title": "Sample rate",
          "description": "Events a second that moves in 'actions' are made into, from 1 to 1000. 60 when left out.",
          "type": "number",
          "minimum": 1,
          "maximum": 1000,
          "default": 60
        }
      },
      "$defs": {
        "path": {
          "type": "string",
          "minLength": 1,
          "pattern": "^[^\\u0000]*$"
        },
        "control": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "model": {
              "title": "Model",
              "description": "The published slider that is reproduced. 'scroll-scrubber' needs the key 'scroll'.",
              "enum": [
                "uislider", "scrubbing-slider", "frame-grabber", "obslider", "obslider-january", "obslider-original",
                "scroll-scrubber"
              ],
              "default": "scrubbing-slider"
            },
            "frame": {
              "title": "Frame",
              "description": "The control's rectangle in the coordinates of the touches.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "x": {
                  "title": "Left edge",
                  "description": "The x of the left edge, in points. 0 when left out.",
                  "type": "number",
                  "default": 0
                },
                "y": {
                  "title": "Upper edge",
                  "description": "The y of the upper edge, in points. 0 when left out.",
                  "type": "number",
                  "default": 0
                },
                "width": {
                  "title": "Width",
                  "description": "The width in points, above 0. 343 when left out.",
                  "$ref": "#/$defs/length",
                  "default": 343
                },
                "height": {
                  "title": "Height",
                  "description": "The height in points, above 0. 31 when left out.",
                  "$ref": "#/$defs/length",
                  "default": 31
                }
              }
            },
            "track": {
              "title": "Track",
              "description": "The stretch that the slider's range is spread over. As wide as the frame when left out.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "x": {
                  "title": "Left end",
                  "description": "The x of the left end, in points. That of the frame when left out.",
                  "type": "number"
                },
                "width": {
                  "title": "Width",
                  "description": "The width in points, no less than the thumb's. That of the frame when left out.",
                  "$ref": "#/$defs/length"
                }
              }
            },
            "thumb": {
              "title": "Thumb",
              "description": "The size of the knob, which lies on the frame's mid-height.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "width": {
                  "title": "Width",
                  "description": "The width in points, above 0 and no more than the track's. 31 when left out.",
                  "$ref": "#/$defs/length",
                  "default": 31
                },
                "height": {
                  "title": "Height",
                  "description": "The height in points, above 0. 31 when left out.",
                  "$ref": "#/$defs/length",
                  "default": 31
                }
              }
            },
            "grab": {
              "title": "Grab",
              "description": "Where a drag may start: the thumb, or for 'frame-grabber' anywhere, when left out.",
              "enum": ["thumb", "anywhere"]
            },
            "value": {
              "title": "Value",
              "description": "Where the slider stands first, as a time inside the range. Its start when left out.",
              "$ref": "#/$defs/time"
            },
            "range": {
              "title": "Range",
              "description": "The part of the video that the slider's ends stand for. The whole video when left out.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "from": {
                  "title": "From",
                  "description": "The time at the low end. The start of the video when left out.",
                  "$ref": "#/$defs/time",
                  "default": "start"
                },
                "to": {
                  "title": "To",
                  "description": "The time at the high end, after 'from'. The end of the video when left out.",
                  "$ref": "#/$defs/time",
                  "default": "end"
                }
              }
            },
            "speeds": {
              "title": "Scrubbing speeds",
              "description": "Speeds by vertical distance, from 0 upwards. Not for 'uislider' and 'scroll-scrubber'.",
              "type": "array",
              "minItems": 1,
              "items": { "$ref": "#/$defs/speed" },
              "allOf": [{ "prefixItems": [{ "properties": { "distance": { "const": 0 } } }] }]
            },
            "meet": {
              "title": "Meet",
              "description": "How the knob closes up to a returning finger: as published, exactly, or not at all.",
              "enum": ["faithful", "exact", "none"],
              "default": "faithful"
            },
            "continuous": {
              "title": "Continuous",
              "description": "Whether values are sent during the drag. true when left out.",
              "type": "boolean",
              "default": true
            },
            "liftCorrection": {
              "title": "Lift correction",
              "description": "Takes back a slip on lift, as AHKSlider does: true, false, or numbers of its own.",
              "type": ["boolean", "object"],
              "additionalProperties": false,
              "properties": {
                "hold": {
                  "title": "Hold",
                  "description": "A value counts as held if it stood longer than this, in seconds. 0.05 when left out.",
                  "$ref": "#/$defs/duration",
                  "default": 0.05
                },
                "distance": {
                  "title": "Distance",
                  "description": "It comes back if the knob is less than this away, in points. 12 when left out.",
                  "type": "number",
                  "minimum": 0,
                  "default": 12
                }
              },
              "default": false
            },
            "scroll": {
              "title": "Film strip",
              "description": "The strip and the nub of a 'scroll-scrubber', which needs it; no other model takes it.",
              "$ref": "#/$defs/scroll"
            }
          },
          "allOf": [
            {
              "if": { "required": ["model"], "properties": { "model": { "const": "scroll-scrubber" } } },
              "then": { "required": ["scroll"], "properties": { "speeds": false, "grab": { "const": "thumb" } } },
              "else": { "properties": { "scroll": false } }
            },
            {
              "if": { "required": ["model"], "properties": { "model": { "const": "uislider" } } },
              "then": { "properties": { "speeds": false } }
            }
          ]
        },
        "speed": {
          "type": "object",
          "required": ["speed", "distance"],
          "additionalProperties": false,
          "properties": {
            "speed": {
              "title": "Speed",
              "description": "The share of the finger's way that the knob goes, above 0; 1 is full speed.",
              "type": "number",
              "exclusiveMinimum": 0
            },
            "distance": {
              "title": "Distance",
              "description": "The vertical distance from which the speed is in force, in points. The first one is 0.",
              "type": "number",
              "minimum": 0
            }
          }
        },
        "scroll": {
          "type": "object",
          "additionalProperties": false,
          "oneOf": [
            { "title": "So long a frame", "required": ["framePitch"] },
            { "title": "So long in all", "required": ["contentLength"] }
          ],
          "properties": {
            "axis": {
              "title": "Axis",
              "description": "The direction in which the strip scrolls. 'vertical' when left out.",
              "enum": ["vertical", "horizontal"],
              "default": "vertical"
            },
            "framePitch": {
              "title": "Frame pitch",
              "description": "Points of the strip for each frame, above 0. Either this or 'contentLength'.",
              "$ref": "#/$defs/length"
            },
            "contentLength": {
              "title": "Content length",
              "description": "The length of the whole strip in points, above 0. Either this or 'framePitch'.",
              "$ref": "#/$defs/length"
            },
            "viewportLength": {
              "title": "Viewport length",
              "description": "Points that are seen at once, above 0. The frame's extent on the axis when left out.",
              "$ref": "#/$defs/length"
            },
            "contentInsets": {
              "title": "Content insets",
              "description": "Room before and after the strip, [start, end] in points. None when left out.",
              "$ref": "#/$defs/insets",
              "default": [0, 0]
            },
            "edgeInsets": {
              "title": "Edge insets",
              "description": "The nub's distance from the ends, [start, end] in points. 10 and 10 when left out.",
              "$ref": "#/$defs/insets",
              "default": [10, 10]
            },
            "nubLength": {
              "title": "Nub length",
              "description": "The nub's extent along the axis in points, above 0. 30 when left out.",
              "$ref": "#/$defs/length",
              "default": 30
            },
            "nubThickness": {
              "title": "Nub thickness",
              "description": "The nub's extent across the axis in points, above 0. 30 when left out.",
              "$ref": "#/$defs/length",
              "default": 30
            },
            "alignment": {
              "title": "Alignment",
              "description": "Where the nub lies across the axis. 'end' when left out.",
              "enum": ["none", "begin", "middle", "end", "nearest"],
              "default": "end"
            },
            "minimumFactor": {
              "title": "Minimum factor",
              "description": "The nub shows if the strip is so many viewports long, above 1. 2 when left out.",
              "type": "number",
              "exclusiveMinimum": 1,
              "default": 2
            },
            "deselectDelay": {
              "title": "Delay before the fade",
              "description": "From the end of scrolling to the nub's fade, in seconds. 0.75 when left out.",
              "$ref": "#/$defs/duration",
              "default": 0.75
            },
            "fade": {
              "title": "Fade",
              "description": "How long the nub fades, in seconds. 0.5 when left out.",
              "$ref": "#/$defs/duration",
              "default": 0.5
            }
          }
        },
        "event": {
          "title": "Touch, adjustment or step",
          "description": "Has 'phase', 'adjust' or 'step'. Times never go back; strokes do not overlap.",
          "type": "object",
          "required": ["t"],
          "additionalProperties": false,
          "properties": {
            "t": {
              "title": "Time",
              "description": "Seconds from any origin, kept as whole microseconds. Never less than the one before.",
              "type": "number",
              "minimum": -9223372036854.775808,
              "maximum": 9223372036854.775807
            },
            "phase": {
              "title": "Phase",
              "description": "What the finger did. A stroke goes from 'began' to 'ended' or 'cancelled'.",
              "enum": ["began", "moved", "stationary", "ended", "cancelled"]
            },
            "x": {
              "title": "X",
              "description": "Points to the right. 'ended' and 'cancelled' may leave out both x and y.",
              "type": "number"
            },
            "y": {
              "title": "Y",
              "description": "Points down. 'ended' and 'cancelled' may leave out both x and y.",
              "type": "number"
            },
            "adjust": {
              "title": "Adjustment",
              "description": "Moves the slider by a twentieth of its range, without a finger and between strokes.",
              "enum": ["increment", "decrement"]
            },
            "step": {
              "title": "Step",
              "description": "Goes so many frames on, or back if negative, without a finger and between strokes.",
              "type": "integer",
              "minimum": -9223372036854775807,
              "maximum": 9223372036854775807
            },
            "speed": {
              "title": "Speed of a step",
              "description": "Multiplies the step, halves rounded away from zero. Above 0; 1 when left out.",
              "type": "number",
              "exclusiveMinimum": 0,
              "default": 1
            }
          },
          "if": { "required": ["adjust"] },
          "then": { "properties": { "phase": false, "x": false, "y": false, "step": false, "speed": false } },
          "else": {
            "if": { "required": ["step"] },
            "then": { "properties": { "phase": false, "x": false, "y": false } },
            "else": {
              "required": ["phase"],
              "properties": { "speed": false },
              "if": { "properties": { "phase": { "enum": ["ended", "cancelled"] } } },
              "then": { "dependentRequired": { "x": ["y"], "y": ["x"] } },
              "else": { "required": ["x", "y"] }
            }
          }
        },
        "source": {
          "title": "Source of actions",
          "description": "Its n-th action belongs to tick n, which lasts as long as the longest action of all sources.",
          "type": "object",
          "required": ["type", "actions"],
          "additionalProperties": false,
          "properties": {
            "type": {
              "title": "Type",
              "description": "'pointer' for the finger, of which there is one; the others may only pause.",
              "enum": ["pointer", "none", "key", "wheel"]
            },
            "id": {
              "title": "Name",
              "description": "What the script calls the source; without effect."
            },
            "parameters": {
              "title": "Parameters",
              "description": "Such as the type of pointer; without effect."
            },
            "actions": {
              "title": "Actions",
              "description": "The source's actions, one a tick.",
              "type": "array"
            }
          },
          "if": { "properties": { "type": { "const": "pointer" } } },
          "then": {
            "properties": {
              "actions": {
                "items": { "$ref": "#/$defs/pointerAction" },
                "contains": { "required": ["type"], "properties": { "type": { "const": "pointerDown" } } }
              }
            }
          },
          "else": { "properties": { "actions": { "items": { "$ref": "#/$defs/idleAction" } } } }
        },
        "idleAction": {
          "title": "Pause",
          "description": "All that a source other than the pointer may do.",
          "type": "object",
          "required": ["type"],
          "additionalProperties": false,
          "properties": {
            "type": {
              "title": "Type",
              "description": "Always 'pause'.",
              "const": "pause"
            },
            "duration": {
              "title": "Duration",
              "description": "How long it lasts, in milliseconds. 0 when left out.",
              "$ref": "#/$defs/duration",
              "default": 0
            }
          }
        },
        "pointerAction": {
          "title": "Action of the pointer",
          "description": "Moves make events only while the pointer is down.",
          "type": "object",
          "required": ["type"],
          "additionalProperties": false,
          "properties": {
            "type": {
              "title": "Type",
              "description": "What the pointer does.",
              "enum": ["pointerMove", "pointerDown", "pointerUp", "pointerCancel", "pause"]
            },
            "duration": {
              "title": "Duration",
              "description": "How long a move or a pause lasts, in milliseconds. 0 when left out.",
              "$ref": "#/$defs/duration",
              "default": 0
            },
            "x": {
              "title": "X",
              "description": "Where a move goes, in points to the right of its origin.",
              "type": "number"
            },
            "y": {
              "title": "Y",
              "description": "Where a move goes, in points below its origin.",
              "type": "number"
            },
            "origin": {
              "title": "Origin",
              "description": "What x and y count from: the corner of the viewport, or where the pointer is.",
              "enum": ["viewport", "pointer"],
              "default": "viewport"
            },
            "button": { "title": "Button", "description": "Which button of a mouse; without effect." },
            "width": { "title": "Width", "description": "How wide the finger is; without effect." },
            "height": { "title": "Height", "description": "How high the finger is; without effect." },
            "pressure": { "title": "Pressure", "description": "How hard it presses; without effect." },
            "tangentialPressure": { "title": "Barrel pressure", "description": "Of a pen; without effect." },
            "tiltX": { "title": "Tilt along x", "description": "Of a pen; without effect." },
            "tiltY": { "title": "Tilt along y", "description": "Of a pen; without effect." },
            "twist": { "title": "Twist", "description": "Of a pen; without effect." },
            "altitudeAngle": { "title": "Altitude", "description": "Of a pen over the surface; without effect." },
            "azimuthAngle": { "title": "Azimuth", "description": "Of a pen on the surface; without effect." }
          },
          "allOf": [
            {
              "if": { "properties": { "type": { "const": "pointerMove" } } },
              "then": { "required": ["x", "y"] },
              "else": { "properties": { "x": false, "y": false, "origin": false } }
            },
            {
              "if": { "properties": { "type": { "const": "pause" } } },
              "then": {
                "properties": {
                  "button": false, "width": false, "height": false, "pressure": false, "tangentialPressure": false,
                  "tiltX": false, "tiltY": false, "twist": false, "altitudeAngle": false, "azimuthAngle": false
                }
              }
            }
          ]
        },
        "length": {
          "type": "number",
          "exclusiveMinimum": 0
        },
        "duration": {
          "type": "number",
          "minimum": 0
        },
        "insets": {
          "type": "array",
          "minItems": 2,
          "maxItems": 2,
          "items": { "type": "number" }
        },
        "time": {
          "type": "string",
          "maxLength": 1000,
          "not": { "pattern": "[^!-~]" },
          "examples": ["12.5s", "50%", "375f", "-3s", "00:01:02.500", "1001/30000s", "start", "end"],
          "anyOf": [
            { "title": "The start or the end", "enum": ["start", "end"] },
            { "title": "Percent of the way", "pattern": "^-?[0-9]*\\.?[0-9]+%$" },
            { "title": "Frame index; -1f is the last", "pattern": "^-?[0-9]+f$" },
            { "title": "Presentation timestamp", "pattern": "^pts:-?[0-9]+$" },
            { "title": "Seconds or hours", "pattern": "^(?:-|end-)?[0-9]*\\.?[0-9]+h?$" },
            { "title": "Minutes", "pattern": "^(?:-|end-)?(?:[0-9]+h)?[0-9]*\\.?[0-9]+m$" },
            { "title": "Seconds", "pattern": "^(?:-|end-)?(?:[0-9]+h)?(?:[0-9]+m)?[0-9]*\\.?[0-9]+s$" },
            {
              "title": "Milliseconds",
              "pattern": "^(?:-|end-)?(?:[0-9]+h)?(?:[0-9]+m)?(?:[0-9]+s)?[0-9]*\\.?[0-9]+ms$"
            },
            {
              "title": "Microseconds",
              "pattern": "^(?:-|end-)?(?:[0-9]+h)?(?:[0-9]+m)?(?:[0-9]+s)?(?:[0-9]+ms)?[0-9]*\\.?[0-9]+us$"
            },
            { "title": "A fraction of seconds", "pattern": "^(?:-|end-)?[0-9]+/0*[1-9][0-9]*s?$" },
            {
              "title": "Minutes and seconds, with hours in front if need be",
              "pattern": "^(?:-|end-)?[0-9]+(?::[0-5]?[0-9])?:[0-5]?[0-9](?:\\.[0-9]+)?$"
            },
            {
              "title": "Timecode",
              "pattern": "^(?:[01]?[0-9]|2[0-3]):[0-5]?[0-9]:[0-5]?[0-9][:;][0-9]{1,3}$"
            },
            {
              "title": "Drop-frame timecode",
              "pattern": "^(?:[01]?[0-9]|2[0-3]);[0-5]?[0-9];[0-5]?[0-9];[0-9]{1,3}$"
            }
          ]
        }
      }
    }

    """#
}
