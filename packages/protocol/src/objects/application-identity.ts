import { type Static, type TSchema, Type } from 'typebox'
import { ProfileFieldType } from '../widget-types.ts'
import { Flag, Id, Int, nullable, optional, Text } from './wire.ts'

/** An image by its address. */
const MediaObject = Type.Object({ url: Text })

const number = Type.Number()
const primary = {
  season: Text,
  rank_name: Text,
  rank_image: MediaObject,
  highest_rank: Text,
  highest_rank_image: MediaObject,
  featured_played_character: Text,
  featured_played_character_image: MediaObject,
  playtime_hours: number,
  total_wins: Int,
  current_period_wins: Int,
  total_games: Int,
  current_period_games: Int,
  total_kills: Int,
  current_period_kills: Int,
  total_assists: Int,
  current_period_assists: Int,
  total_deaths: Int,
  current_period_deaths: Int,
}

const dynamicField = <const T extends number, V extends TSchema>(type: T, value: V) =>
  Type.Object({ type: Type.Literal(type), name: Text, value })

/** Statistics of a player: predefined fields, and fields that the game defines. */
export const ProfileDataObject = Type.Object(
  {
    primary: optional(Type.Partial(Type.Object(primary))),
    dynamic: optional(
      Type.Array(
        Type.Union([
          dynamicField(ProfileFieldType.STRING, Text),
          dynamicField(ProfileFieldType.NUMBER, number),
          dynamicField(ProfileFieldType.MEDIA, MediaObject),
        ]),
      ),
    ),
  },
  { title: 'ProfileData' },
)
export type ProfileDataObject = Static<typeof ProfileDataObject>

/** Profile of a player as the server of the game reads it. */
export const ApplicationIdentityProfileObject = Type.Object(
  { username: nullable(Text), metadata: Type.Null(), data: nullable(ProfileDataObject) },
  { title: 'ApplicationIdentityProfile' },
)
export type ApplicationIdentityProfileObject = Static<typeof ApplicationIdentityProfileObject>

/** An account elsewhere by which an application knows a user. */
export const ApplicationIdentityObject = Type.Object(
  { user_id: Id, provider_type: Text, provider_id: optional(Text), provider_issued_user_id: Text },
  { title: 'ApplicationIdentity' },
)
export type ApplicationIdentityObject = Static<typeof ApplicationIdentityObject>

/** Profile of a player as the sessions of the game receive it in READY. */
export const UserApplicationProfileObject = Type.Object(
  {
    username: nullable(Text),
    metadata: Type.Object({}),
    data: optional(ProfileDataObject),
    data_trusted: optional(Flag),
    avatar_hash: Type.Null(),
    external_id: Type.Object({
      provider_type: Text,
      provider_issued_user_id: Text,
      provider_id: optional(Text),
      preferred_global_name: nullable(Text),
    }),
  },
  { title: 'UserApplicationProfile' },
)
export type UserApplicationProfileObject = Static<typeof UserApplicationProfileObject>
