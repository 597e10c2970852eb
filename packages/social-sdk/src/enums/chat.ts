import { type EnumValue, enumOf } from './enum.ts'

/** Type of a channel. Games see direct messages and lobbies; the others are those of guilds. */
export const ChannelType = enumOf({
  GuildText: 0,
  Dm: 1,
  GuildVoice: 2,
  GroupDm: 3,
  GuildCategory: 4,
  GuildNews: 5,
  GuildStore: 6,
  GuildNewsThread: 10,
  GuildPublicThread: 11,
  GuildPrivateThread: 12,
  GuildStageVoice: 13,
  GuildDirectory: 14,
  GuildForum: 15,
  GuildMedia: 16,
  Lobby: 17,
  EphemeralDm: 18,
})
export type ChannelType = EnumValue<typeof ChannelType>

/** Content of a message besides its text. */
export const AdditionalContentType = enumOf({
  Other: 0,
  Attachment: 1,
  Poll: 2,
  VoiceMessage: 3,
  Thread: 4,
  Embed: 5,
  Sticker: 6,
})
export type AdditionalContentType = EnumValue<typeof AdditionalContentType>

/** Information for the player that the library adds to a channel. */
export const DisclosureTypes = enumOf({
  MessageDataVisibleOnDiscord: 3,
})
export type DisclosureTypes = EnumValue<typeof DisclosureTypes>
