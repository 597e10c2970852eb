"""Tests of bots with people who use them, on a Guildhall platform."""

from .control import Clock, Control, Refused
from .people import Component, Modal, Person, Reply
from .platform import Bot, Platform

__all__ = ["Bot", "Clock", "Component", "Control", "Modal", "Person", "Platform", "Refused", "Reply"]
