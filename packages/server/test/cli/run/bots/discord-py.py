import os

import discord

client = discord.Client(intents=discord.Intents.none())
tree = discord.app_commands.CommandTree(client)


@tree.command(description="Responds")
async def ping(interaction: discord.Interaction):
    await interaction.response.send_message("pong of discord.py")


@client.event
async def on_ready():
    await tree.sync()
    print("ready", flush=True)


client.run(os.environ["DISCORD_TOKEN"], log_handler=None)
