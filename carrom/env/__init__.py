"""Gymnasium and PettingZoo environments for training carrom players.

Importing this package registers `carrom/Clear-v1` and `carrom/Versus-v1` with Gymnasium:

    import gymnasium as gym
    import carrom.env
    env = gym.make("carrom/Clear-v1")

`carrom.env.board_v1.env()` is the PettingZoo environment. Compare figures only within one version of an environment.
"""

from gymnasium.envs.registration import register, registry

if "carrom/Clear-v1" not in registry:
    register(
        id="carrom/Clear-v1",
        entry_point="carrom.env.clear:Clear",
        vector_entry_point="carrom.env.clear:ClearVector",
    )
    register(
        id="carrom/Versus-v1",
        entry_point="carrom.env.versus:Versus",
        vector_entry_point="carrom.env.versus:VersusVector",
    )

__all__: list[str] = []
