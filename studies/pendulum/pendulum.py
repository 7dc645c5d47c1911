"""The period of a pendulum, by integrating its equation of motion: how a model in Python reads its inputs and writes its outputs."""

import json
import math


def period(length, gravity, amplitude):
    """Time of one swing in seconds, with Runge-Kutta steps from the turning point until it first hangs straight down."""
    step = 1e-3 * math.sqrt(length / gravity)
    angle, speed, time = amplitude, 0.0, 0.0

    def force(angle):
        return -gravity / length * math.sin(angle)

    while True:
        k1 = (speed, force(angle))
        k2 = (speed + step / 2 * k1[1], force(angle + step / 2 * k1[0]))
        k3 = (speed + step / 2 * k2[1], force(angle + step / 2 * k2[0]))
        k4 = (speed + step * k3[1], force(angle + step * k3[0]))
        further = angle + step / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        if further <= 0:
            return 4 * (time + step * angle / (angle - further))
        angle = further
        speed += step / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        time += step


with open("pendulum.json") as file:
    inputs = json.load(file)
result = period(inputs["length"], inputs["gravity"], math.radians(inputs["amplitude"]))
with open("result.json", "w") as file:
    json.dump({"period": result}, file)
