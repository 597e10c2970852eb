import {
  PROFILE_DYNAMIC_FIELDS_MAX,
  PROFILE_FIELD_NAME_MAX,
  PROFILE_TEXT_MAX,
  PROFILE_USERNAME_MAX,
  PROVIDER_ISSUED_USER_ID_MAX,
  ProfileFieldType,
} from '@guildhall/protocol'
import {
  Json,
  List,
  OneOf,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'

const MEDIA_URL_MAX = 2048
const PROVIDER_TYPE_MAX = 64

const ExternalId = Text(1, PROVIDER_ISSUED_USER_ID_MAX)
const Media = Type.Object({ url: Text(1, MEDIA_URL_MAX) })
const Label = OptionalNullable(Text(0, PROFILE_TEXT_MAX))
const Image = OptionalNullable(Media)
const Count = OptionalNullable(Type.Integer())
const FieldName = Text(1, PROFILE_FIELD_NAME_MAX)

/** Statistics of a request. Unknown keys are dropped. [STA-2..6] */
export const ProfileDataForm = Type.Object({
  primary: OptionalNullable(
    Type.Object({
      season: Label,
      rank_name: Label,
      rank_image: Image,
      highest_rank: Label,
      highest_rank_image: Image,
      featured_played_character: Label,
      featured_played_character_image: Image,
      playtime_hours: OptionalNullable(Type.Number()),
      total_wins: Count,
      current_period_wins: Count,
      total_games: Count,
      current_period_games: Count,
      total_kills: Count,
      current_period_kills: Count,
      total_assists: Count,
      current_period_assists: Count,
      total_deaths: Count,
      current_period_deaths: Count,
    }),
  ),
  dynamic: OptionalNullable(
    List(
      Type.Union([
        Type.Object({ type: OneOf(ProfileFieldType.STRING), name: FieldName, value: Text(0, PROFILE_TEXT_MAX) }),
        Type.Object({ type: OneOf(ProfileFieldType.NUMBER), name: FieldName, value: Type.Number() }),
        Type.Object({ type: OneOf(ProfileFieldType.MEDIA), name: FieldName, value: Media }),
      ]),
      0,
      PROFILE_DYNAMIC_FIELDS_MAX,
    ),
  ),
})
export type ProfileDataForm = Static<typeof ProfileDataForm>

const Username = Optional(Text(0, PROFILE_USERNAME_MAX))

/** Body of a write of a profile. The limit of `data` counts what was sent, so rules check it. */
export const ProfileChanges = Type.Object({ username: Username, data: Optional(Json) })
/** Described shape of `ProfileChanges`. */
export const ProfileChangesShape = Type.Object({ username: Username, data: Optional(ProfileDataForm) })

/** Path of a profile. */
export const ProfileParams = Type.Object({
  application_id: SnowflakeId,
  user_id: SnowflakeId,
  provider_issued_user_id: ExternalId,
})

/** Path of the identities of a user. */
export const UserIdentitiesParams = Type.Object({ user_id: SnowflakeId, application_id: SnowflakeId })

/** Path of an identity by its account elsewhere. */
export const ExternalAccountParams = Type.Object({
  application_id: SnowflakeId,
  provider_type: Text(1, PROVIDER_TYPE_MAX),
  provider_issued_user_id: ExternalId,
})

/** Path of one identity of a user. */
export const UserIdentityParams = Type.Object({ ...ExternalAccountParams.properties, user_id: SnowflakeId })

/** Provider among several of one type. */
export const ProviderChoice = Type.Object({ provider_id: OptionalNullable(Text(0, PROVIDER_ISSUED_USER_ID_MAX)) })
