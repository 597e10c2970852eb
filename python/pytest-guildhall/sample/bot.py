"""A discord.py bot as it would run on the public platform."""

import os

import discord

client = discord.Client(intents=discord.Intents.none())
tree = discord.app_commands.CommandTree(client)


class Confirm(discord.ui.View):
    def __init__(self, user, reason):
        super().__init__()
        self.user, self.reason = user, reason

    @discord.ui.button(label="Confirm", style=discord.ButtonStyle.danger)
    async def confirm(self, interaction, button):
        await interaction.client.http.ban(self.user.id, interaction.guild_id, reason=self.reason)
        await interaction.response.edit_message(content=f"Banned {self.user.name}: {self.reason}", view=None)


class Feedback(discord.ui.Modal, title="Feedback"):
    text = discord.ui.TextInput(label="Your feedback", custom_id="text")

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"Thank you for {self.text.value!r}")


@tree.command(description="Bans a member, after a question")
async def ban(interaction: discord.Interaction, user: discord.User, reason: str):
    await interaction.response.send_message(f"Ban {user.name}?", view=Confirm(user, reason), ephemeral=True)


@tree.command(description="Asks for feedback")
async def feedback(interaction: discord.Interaction):
    await interaction.response.send_modal(Feedback())


@client.event
async def setup_hook():
    # Before it connects: discord.py calls on_ready two seconds after READY, in case there are more guilds.
    await tree.sync()


client.run(os.environ["DISCORD_TOKEN"], log_handler=None)
