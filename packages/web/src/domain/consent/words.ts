/** Access that each scope gives, as a person reads it. */
import { type Message, msg, t } from '../../lib/language/text.ts'

const SCOPES: ReadonlyMap<string, Message> = new Map([
  ['identify', msg('Read your username, avatar and banner')],
  ['identify.premium', msg('Read your premium status')],
  ['email', msg('Read your email address')],
  ['openid', msg('Sign you in')],
  ['guilds', msg('Know the guilds you are in')],
  ['guilds.join', msg('Join guilds for you')],
  ['guilds.members.read', msg('Read your member information in guilds')],
  ['guilds.channels.read', msg('Read the channels of your guilds')],
  ['connections', msg('Read the accounts you have connected')],
  ['bot', msg('Add a bot to a guild')],
  ['applications.commands', msg('Create commands')],
  ['applications.commands.update', msg('Change its commands')],
  ['applications.commands.permissions.update', msg('Change permissions of its commands in your guilds')],
  ['applications.entitlements', msg('Read its entitlements of you')],
  ['applications.builds.read', msg('Read its builds')],
  ['applications.builds.upload', msg('Upload its builds')],
  ['applications.store.update', msg('Change its store')],
  ['activities.read', msg('Read what you are doing')],
  ['activities.write', msg('Show what you are doing')],
  ['activities.invites.write', msg('Send invitations to activities for you')],
  ['application_identities.write', msg('Show your progress in the game on your profile')],
  ['dm_channels.read', msg('See your direct conversations')],
  ['dm_channels.messages.read', msg('Read your direct messages')],
  ['dm_channels.messages.write', msg('Send direct messages for you')],
  ['gateway.connect', msg('Receive events for you')],
  ['gdm.join', msg('Join group conversations for you')],
  ['lobbies.write', msg('Take part in lobbies for you')],
  ['messages.read', msg('Read messages in the app on this computer')],
  ['relationships.read', msg('Read your list of friends')],
  ['relationships.write', msg('Change your list of friends')],
  ['role_connections.write', msg('Change your connection and metadata for this application')],
  ['rpc', msg('Control the app on this computer')],
  ['rpc.activities.write', msg('Change your activity on this computer')],
  ['rpc.notifications.read', msg('Read your notifications on this computer')],
  ['rpc.voice.read', msg('Read your voice settings on this computer')],
  ['rpc.voice.write', msg('Change your voice settings on this computer')],
  ['voice', msg('Connect to voice for you')],
  ['webhook.incoming', msg('Post to a channel by a webhook')],
  ['sdk.social_layer', msg('Friends, messages, lobbies and activities in the game for you')],
  ['sdk.social_layer_presence', msg('Friends and activities in the game for you')],
  ['account.global_name.update', msg('Change your display name')],
])

/** Returns a scope in words; an unknown one by its name. */
export function scopeInWords(scope: string): string {
  const words = SCOPES.get(scope)
  return words ? t(words) : scope
}

/** Facts that a person may fear to share, with the scopes that share them. */
const PRIVATE: readonly [text: Message, scopes: readonly string[]][] = [
  [msg('read your email address'), ['email']],
  [msg('read your direct messages'), ['dm_channels.messages.read', 'sdk.social_layer']],
  [msg('read your list of friends'), ['relationships.read', 'sdk.social_layer', 'sdk.social_layer_presence']],
  [msg('know the guilds you are in'), ['guilds', 'sdk.social_layer']],
  [msg('know the accounts you have connected'), ['connections']],
  [
    msg('send messages for you'),
    ['dm_channels.messages.write', 'sdk.social_layer', 'lobbies.write', 'activities.invites.write'],
  ],
  [msg('know your password, or sign in as you'), []],
]

/** Returns what an application with these scopes cannot do. */
export function withheld(scopes: readonly string[]): string[] {
  return PRIVATE.filter(([, sharing]) => !sharing.some((scope) => scopes.includes(scope))).map(([text]) => t(text))
}
