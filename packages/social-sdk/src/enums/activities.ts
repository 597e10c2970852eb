import { type EnumValue, enumOf } from './enum.ts'

/** Kind of an invite. */
export const ActivityActionTypes = enumOf({
  Invalid: 0,
  Join: 1,
  JoinRequest: 5,
})
export type ActivityActionTypes = EnumValue<typeof ActivityActionTypes>

/** Privacy of a party. */
export const ActivityPartyPrivacy = enumOf({
  Private: 0,
  Public: 1,
})
export type ActivityPartyPrivacy = EnumValue<typeof ActivityPartyPrivacy>

/** Kind of an activity. */
export const ActivityTypes = enumOf({
  Playing: 0,
  Streaming: 1,
  Listening: 2,
  Watching: 3,
  CustomStatus: 4,
  Competing: 5,
  HangStatus: 6,
})
export type ActivityTypes = EnumValue<typeof ActivityTypes>

/** Line of an activity that lists of members show. */
export const StatusDisplayTypes = enumOf({
  Name: 0,
  State: 1,
  Details: 2,
})
export type StatusDisplayTypes = EnumValue<typeof StatusDisplayTypes>

/** Platforms of an activity. They are bits of one number. */
export const ActivityGamePlatforms = enumOf({
  Desktop: 1,
  Xbox: 2,
  Samsung: 4,
  IOS: 8,
  Android: 16,
  Embedded: 32,
  PS4: 64,
  PS5: 128,
})
export type ActivityGamePlatforms = number
