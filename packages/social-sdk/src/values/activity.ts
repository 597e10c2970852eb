import { type ActivityGamePlatforms, ActivityTypes, type StatusDisplayTypes } from '../enums/index.ts'
import { checked, enumeration, int32, optional, text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, isDeepEqual, listOf, objectOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'
import { ActivityAssets } from './activity-assets.ts'
import { ActivityButton } from './activity-button.ts'
import { ActivityParty } from './activity-party.ts'
import { ActivitySecrets } from './activity-secrets.ts'
import { ActivityTimestamps } from './activity-timestamps.ts'

const fields = struct({
  name: text,
  type: enumeration<ActivityTypes>(ActivityTypes.Playing),
  statusDisplayType: optional(enumeration<StatusDisplayTypes>(0)),
  state: optional(text),
  stateUrl: optional(text),
  details: optional(text),
  detailsUrl: optional(text),
  applicationId: optional(uint64),
  parentApplicationId: optional(uint64),
  assets: optional(objectOf(ActivityAssets)),
  timestamps: optional(objectOf(ActivityTimestamps)),
  party: optional(objectOf(ActivityParty)),
  secrets: optional(objectOf(ActivitySecrets)),
  supportedPlatforms: int32,
  buttons: listOf(objectOf(ActivityButton)),
})

/**
 * Rich presence of a game: the thing that a player does now. A player with a party that has room, and a join secret,
 * can be joined.
 */
export class Activity extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: Activity = nullOf(Activity)

  /** @param other object that is copied */
  constructor(other?: Activity) {
    super(fields, other)
  }

  /** Returns the name of the activity. An empty name means the game's own. */
  Name(): string {
    return fields.get(this, 'name')
  }

  /** Sets the name of the activity. An empty name means the game's own. */
  SetName(value: string): void {
    fields.set(this, 'name', value)
  }

  /** Returns the type of the activity. A game that runs is Playing. */
  Type(): ActivityTypes {
    return fields.get(this, 'type')
  }

  /** Sets the type of the activity. A game that runs is Playing. */
  SetType(value: ActivityTypes): void {
    fields.set(this, 'type', value)
  }

  /** Returns the line that lists of members show: name, state or details. Since 1.5. */
  StatusDisplayType(): StatusDisplayTypes | null {
    return fields.get(this, 'statusDisplayType')
  }

  /** Sets the line that lists of members show: name, state or details. Since 1.5. */
  SetStatusDisplayType(value: StatusDisplayTypes | null | undefined): void {
    fields.set(this, 'statusDisplayType', value)
  }

  /** Returns the second line, such as the state of the party, 2 to 128 characters. */
  State(): string | null {
    return fields.get(this, 'state')
  }

  /** Sets the second line, such as the state of the party, 2 to 128 characters. */
  SetState(value: string | null | undefined): void {
    fields.set(this, 'state', value)
  }

  /** Returns the address that a click on the state opens, 2 to 256 characters. Since 1.5. */
  StateUrl(): string | null {
    return fields.get(this, 'stateUrl')
  }

  /** Sets the address that a click on the state opens, 2 to 256 characters. Since 1.5. */
  SetStateUrl(value: string | null | undefined): void {
    fields.set(this, 'stateUrl', value)
  }

  /** Returns the first line, such as what the player does, 2 to 128 characters. */
  Details(): string | null {
    return fields.get(this, 'details')
  }

  /** Sets the first line, such as what the player does, 2 to 128 characters. */
  SetDetails(value: string | null | undefined): void {
    fields.set(this, 'details', value)
  }

  /** Returns the address that a click on the details opens, 2 to 256 characters. Since 1.5. */
  DetailsUrl(): string | null {
    return fields.get(this, 'detailsUrl')
  }

  /** Sets the address that a click on the details opens, 2 to 256 characters. Since 1.5. */
  SetDetailsUrl(value: string | null | undefined): void {
    fields.set(this, 'detailsUrl', value)
  }

  /** Returns the id of the game. The library sets it when the activity is sent. */
  ApplicationId(): bigint | null {
    return fields.get(this, 'applicationId')
  }

  /** Sets the id of the game. The library sets it when the activity is sent. */
  SetApplicationId(value: bigint | null | undefined): void {
    fields.set(this, 'applicationId', value)
  }

  /** Returns the id of the game's publisher application. The library sets it when the activity is sent. */
  ParentApplicationId(): bigint | null {
    return fields.get(this, 'parentApplicationId')
  }

  /** Sets the id of the game's publisher application. The library sets it when the activity is sent. */
  SetParentApplicationId(value: bigint | null | undefined): void {
    fields.set(this, 'parentApplicationId', value)
  }

  /** Returns the pictures of the activity. */
  Assets(): ActivityAssets | null {
    return fields.get(this, 'assets')
  }

  /** Sets the pictures of the activity. */
  SetAssets(value: ActivityAssets | null | undefined): void {
    fields.set(this, 'assets', value)
  }

  /** Returns the times of the activity. */
  Timestamps(): ActivityTimestamps | null {
    return fields.get(this, 'timestamps')
  }

  /** Sets the times of the activity. */
  SetTimestamps(value: ActivityTimestamps | null | undefined): void {
    fields.set(this, 'timestamps', value)
  }

  /** Returns the party of the player. */
  Party(): ActivityParty | null {
    return fields.get(this, 'party')
  }

  /** Sets the party of the player. */
  SetParty(value: ActivityParty | null | undefined): void {
    fields.set(this, 'party', value)
  }

  /** Returns the secrets of the activity. */
  Secrets(): ActivitySecrets | null {
    return fields.get(this, 'secrets')
  }

  /** Sets the secrets of the activity. */
  SetSecrets(value: ActivitySecrets | null | undefined): void {
    fields.set(this, 'secrets', value)
  }

  /** Returns the platforms on which an invite can be accepted, as a bit field of ActivityGamePlatforms. */
  SupportedPlatforms(): ActivityGamePlatforms {
    return fields.get(this, 'supportedPlatforms')
  }

  /** Sets the platforms on which an invite can be accepted, as a bit field of ActivityGamePlatforms. */
  SetSupportedPlatforms(value: ActivityGamePlatforms): void {
    fields.set(this, 'supportedPlatforms', value)
  }

  /** Adds a button. An activity has at most 2; more are refused when it is sent. */
  AddButton(button: ActivityButton): void {
    fields.set(this, 'buttons', [
      ...fields.get(this, 'buttons'),
      checked(objectOf(ActivityButton), button, 'Activity.AddButton: button'),
    ])
  }

  /** Returns copies of the buttons. */
  GetButtons(): ActivityButton[] {
    return [...fields.get(this, 'buttons')]
  }

  /** Returns whether another activity has the same values. */
  Equals(other: Activity): boolean {
    return isDeepEqual(this, checked(objectOf(Activity), other, 'Activity.Equals: other'))
  }
}
