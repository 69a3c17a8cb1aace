"""A small message queue that knows nothing of the kit: lines of JSON in, lines of JSON out, a plain loop.

It can do eight commands on a virtual clock, and forgets the delay where it is started with `early`.
"""

import json
import sys
from typing import Any

EARLY = "early" in sys.argv
INFORMATION = {
    "name": "Plain program",
    "version": "1",
    "clock": "virtual",
    "abilities": ["local queues", "JMS client", "MessageProducer"],
}


class World:
    def __init__(self) -> None:
        self.now = 0
        self.producers: dict[str, dict[str, Any]] = {}
        self.messages: list[dict[str, Any]] = []

    def execute(self, command: dict[str, Any]) -> dict[str, Any]:
        producer = self.producers.get(command.get("producer", ""), {})
        match command["command"]:
            case "create producer":
                self.producers[command["producer"]] = dict(command)
            case "set delivery delay":
                producer["delay"] = command["milliseconds"]
            case "set time to live":
                producer["life"] = command["milliseconds"]
            case "advance":
                self.now += command["milliseconds"]
            case "send":
                return self.send(producer, command)
            case "receive":
                return self.receive(command["queue"])
        return {"outcome": "done"}

    def send(self, producer: dict[str, Any], command: dict[str, Any]) -> dict[str, Any]:
        delay = producer.get("delay", 0)
        life = command.get("time_to_live", producer.get("life", 0))
        if min(delay, life) < 0 or 0 < life < delay:
            return {"outcome": "refused", "reason": 2013, "family": "JMSException"}
        queue = (command.get("destination") or producer["destination"])["queue"]
        message = command["message"]
        self.messages.append(
            {
                "queue": queue,
                "due": self.now + (0 if EARLY else delay),
                "end": self.now + life if life else float("inf"),
                "body": f"{message['label']}:".ljust(message["length"], ".")
                if message.get("length", 0) > len(message["label"])
                else message["label"],
            }
        )
        return {"outcome": "sent"}

    def receive(self, queue: str) -> dict[str, Any]:
        self.messages = [one for one in self.messages if one["end"] > self.now]
        for one in sorted(self.messages, key=lambda one: one["due"]):
            if one["queue"] == queue and one["due"] <= self.now:
                self.messages.remove(one)
                return {"outcome": "message returned", "message": {"body": one["body"]}}
        return {"outcome": "no message"}


world = World()
for line in sys.stdin:
    call = json.loads(line)
    answer: dict[str, Any] = {"world": call["world"]} if "world" in call else {"information": INFORMATION}
    if call["call"] == "open_world":
        world = World()
    elif call["call"] == "execute":
        answer["outcome"] = world.execute(call["command"])
    answer["now"] = world.now
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
