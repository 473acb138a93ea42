"""Carrom for those who train their own players: Gymnasium and PettingZoo views of `carrom.play`.

Importing this room registers `carrom/Clear-v1` and `carrom/Versus-v1` (and their first versions) with Gymnasium:

    import gymnasium as gym
    import carrom.env
    env = gym.make("carrom/Clear-v1")

`carrom.env.board_v0.env()` is the PettingZoo environment. Ids carry a version: figures hold for one version only.
"""

from gymnasium.envs.registration import register, registry

if "carrom/Clear-v0" not in registry:
    register(
        id="carrom/Clear-v1",
        entry_point="carrom.env.clear_v1:Clear",
        vector_entry_point="carrom.env.clear_v1:ClearVector",
    )
    register(
        id="carrom/Versus-v1",
        entry_point="carrom.env.versus_v1:Versus",
        vector_entry_point="carrom.env.versus_v1:VersusVector",
    )
    register(
        id="carrom/Clear-v0",
        entry_point="carrom.env.clear:Clear",
        vector_entry_point="carrom.env.clear:ClearVector",
    )
    register(
        id="carrom/Versus-v0",
        entry_point="carrom.env.versus:Versus",
        vector_entry_point="carrom.env.versus:VersusVector",
    )

__all__: list[str] = []
