"""A learned value on a graphics card, like `carrom.players.evaluation.value_network`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import card_ops  # noqa: E402
import torch  # noqa: E402
from card_ops import DEVICE, on_card  # noqa: E402
from torch import Tensor  # noqa: E402

from carrom.equipment.sizes import HALF  # noqa: E402
from carrom.players.evaluation.value_network import STEP, LearnedValue, ValueNetwork  # noqa: E402


class CardNetwork:
    """One of a value function's two networks, on the card."""

    def __init__(self, network: ValueNetwork) -> None:
        self.kind = torch.float32 if DEVICE.type == "cpu" else torch.float16
        self.tables, self.told, self.bias = (on_card(one) for one in (network.tables, network.inputs, network.bias))
        self.layers = [
            (on_card(weights).to(self.kind), on_card(bias).to(self.kind)) for weights, bias in network.layers
        ]
        middle = torch.zeros((3, 1, 2), dtype=torch.float64, device=DEVICE)
        self.middle = self.said(middle, torch.tensor([[0], [1], [2]], dtype=torch.int8, device=DEVICE))
        """(3, width): contributions of pieces returned to the middle, by kind."""

    def said(self, places: Tensor, whose: Tensor) -> Tensor:
        return card_ops.sums(places, whose, self.tables, -HALF, STEP)

    def chances(self, places: Tensor, whose: Tensor, back: Tensor, told: Tensor) -> Tensor:
        """(layouts, 29). `back` (layouts, 3) counts pieces of each kind returned to the middle."""
        heard = self.said(places, whose) + back @ self.middle + told @ self.told + self.bias
        heard = heard.to(self.kind)
        for weights, bias in self.layers:
            heard = torch.addmm(bias, torch.relu(heard), weights)
        return heard.float().softmax(dim=1)


class CardValue:
    """A learned value on the card."""

    def __init__(self, value: LearnedValue) -> None:
        self.top, self.quick = CardNetwork(value.top), CardNetwork(value.quick)
