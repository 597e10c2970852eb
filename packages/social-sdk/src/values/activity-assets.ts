import { optional, text } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  largeImage: optional(text),
  largeText: optional(text),
  largeUrl: optional(text),
  smallImage: optional(text),
  smallText: optional(text),
  smallUrl: optional(text),
  inviteCoverImage: optional(text),
})

/** Pictures of an activity, with their texts and links. */
export class ActivityAssets extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ActivityAssets = nullOf(ActivityAssets)

  /** @param other object that is copied */
  constructor(other?: ActivityAssets) {
    super(fields, other)
  }

  /** Returns the large picture: the name of an uploaded asset or an address, 1 to 300 characters. */
  LargeImage(): string | null {
    return fields.get(this, 'largeImage')
  }

  /** Sets the large picture: the name of an uploaded asset or an address, 1 to 300 characters. */
  SetLargeImage(value: string | null | undefined): void {
    fields.set(this, 'largeImage', value)
  }

  /** Returns the text of the large picture, 2 to 128 characters. */
  LargeText(): string | null {
    return fields.get(this, 'largeText')
  }

  /** Sets the text of the large picture, 2 to 128 characters. */
  SetLargeText(value: string | null | undefined): void {
    fields.set(this, 'largeText', value)
  }

  /** Returns the address that a click on the large picture opens, 1 to 256 characters. Since 1.5. */
  LargeUrl(): string | null {
    return fields.get(this, 'largeUrl')
  }

  /** Sets the address that a click on the large picture opens, 1 to 256 characters. Since 1.5. */
  SetLargeUrl(value: string | null | undefined): void {
    fields.set(this, 'largeUrl', value)
  }

  /** Returns the small picture: the name of an uploaded asset or an address, 1 to 300 characters. */
  SmallImage(): string | null {
    return fields.get(this, 'smallImage')
  }

  /** Sets the small picture: the name of an uploaded asset or an address, 1 to 300 characters. */
  SetSmallImage(value: string | null | undefined): void {
    fields.set(this, 'smallImage', value)
  }

  /** Returns the text of the small picture, 2 to 128 characters. */
  SmallText(): string | null {
    return fields.get(this, 'smallText')
  }

  /** Sets the text of the small picture, 2 to 128 characters. */
  SetSmallText(value: string | null | undefined): void {
    fields.set(this, 'smallText', value)
  }

  /** Returns the address that a click on the small picture opens, 1 to 256 characters. Since 1.5. */
  SmallUrl(): string | null {
    return fields.get(this, 'smallUrl')
  }

  /** Sets the address that a click on the small picture opens, 1 to 256 characters. Since 1.5. */
  SetSmallUrl(value: string | null | undefined): void {
    fields.set(this, 'smallUrl', value)
  }

  /** Returns the picture of invites to this activity, 1 to 300 characters. Since 1.6. */
  InviteCoverImage(): string | null {
    return fields.get(this, 'inviteCoverImage')
  }

  /** Sets the picture of invites to this activity, 1 to 300 characters. Since 1.6. */
  SetInviteCoverImage(value: string | null | undefined): void {
    fields.set(this, 'inviteCoverImage', value)
  }
}
