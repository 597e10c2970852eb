/** Access that each scope gives, as a person reads it. */
const SCOPES: ReadonlyMap<string, string> = new Map([
  ['identify', 'Read your username, avatar and banner'],
  ['identify.premium', 'Read your premium status'],
  ['email', 'Read your email address'],
  ['openid', 'Sign you in'],
  ['guilds', 'Know the guilds you are in'],
  ['guilds.join', 'Join guilds for you'],
  ['guilds.members.read', 'Read your member information in guilds'],
  ['guilds.channels.read', 'Read the channels of your guilds'],
  ['connections', 'Read the accounts you have connected'],
  ['bot', 'Add a bot to a guild'],
  ['applications.commands', 'Create commands'],
  ['applications.commands.update', 'Change its commands'],
  ['applications.commands.permissions.update', 'Change permissions of its commands in your guilds'],
  ['applications.entitlements', 'Read its entitlements of you'],
  ['applications.builds.read', 'Read its builds'],
  ['applications.builds.upload', 'Upload its builds'],
  ['applications.store.update', 'Change its store'],
  ['activities.read', 'Read what you are doing'],
  ['activities.write', 'Show what you are doing'],
  ['activities.invites.write', 'Send invitations to activities for you'],
  ['application_identities.write', 'Show your progress in the game on your profile'],
  ['dm_channels.read', 'See your direct conversations'],
  ['dm_channels.messages.read', 'Read your direct messages'],
  ['dm_channels.messages.write', 'Send direct messages for you'],
  ['gateway.connect', 'Receive events for you'],
  ['gdm.join', 'Join group conversations for you'],
  ['lobbies.write', 'Take part in lobbies for you'],
  ['messages.read', 'Read messages in the app on this computer'],
  ['relationships.read', 'Read your list of friends'],
  ['relationships.write', 'Change your list of friends'],
  ['role_connections.write', 'Change your connection and metadata for this application'],
  ['rpc', 'Control the app on this computer'],
  ['rpc.activities.write', 'Change your activity on this computer'],
  ['rpc.notifications.read', 'Read your notifications on this computer'],
  ['rpc.voice.read', 'Read your voice settings on this computer'],
  ['rpc.voice.write', 'Change your voice settings on this computer'],
  ['voice', 'Connect to voice for you'],
  ['webhook.incoming', 'Post to a channel by a webhook'],
  ['sdk.social_layer', 'Friends, messages, lobbies and activities in the game for you'],
  ['sdk.social_layer_presence', 'Friends and activities in the game for you'],
  ['account.global_name.update', 'Change your display name'],
])

/** Returns a scope in words; an unknown one by its name. */
export function scopeInWords(scope: string): string {
  return SCOPES.get(scope) ?? scope
}

/** Facts that a person may fear to share, with the scopes that share them. */
const PRIVATE: readonly [text: string, scopes: readonly string[]][] = [
  ['read your email address', ['email']],
  ['read your direct messages', ['dm_channels.messages.read', 'sdk.social_layer']],
  ['read your list of friends', ['relationships.read', 'sdk.social_layer', 'sdk.social_layer_presence']],
  ['know the guilds you are in', ['guilds', 'sdk.social_layer']],
  ['know the accounts you have connected', ['connections']],
  [
    'send messages for you',
    ['dm_channels.messages.write', 'sdk.social_layer', 'lobbies.write', 'activities.invites.write'],
  ],
  ['know your password, or sign in as you', []],
]

/** Returns what an application with these scopes cannot do. */
export function withheld(scopes: readonly string[]): string[] {
  return PRIVATE.filter(([, sharing]) => !sharing.some((scope) => scopes.includes(scope))).map(([text]) => text)
}
