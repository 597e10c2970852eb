import { EnumToString } from '../enums/enum.ts'
import { AdditionalContentType } from '../enums/index.ts'
import { checked, enumeration, optional, text, uint8 } from '../objects/kinds.ts'
import { type FieldsOf, isDeepEqual, objectOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  type: enumeration<AdditionalContentType>(AdditionalContentType.Other),
  title: optional(text),
  count: uint8,
})

/** Content of a message besides its text, which a game cannot show. */
export class AdditionalContent extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: AdditionalContent = nullOf(AdditionalContent)

  /** @param other object that is copied */
  constructor(other?: AdditionalContent) {
    super(fields, other)
  }

  /** Returns the kind of the content. */
  Type(): AdditionalContentType {
    return fields.get(this, 'type')
  }

  /** Sets the kind of the content. */
  SetType(value: AdditionalContentType): void {
    fields.set(this, 'type', value)
  }

  /** Returns the name of the poll or thread. */
  Title(): string | null {
    return fields.get(this, 'title')
  }

  /** Sets the name of the poll or thread. */
  SetTitle(value: string | null | undefined): void {
    fields.set(this, 'title', value)
  }

  /** Returns the number of contents of this kind, 0 to 255. */
  Count(): number {
    return fields.get(this, 'count')
  }

  /** Sets the number of contents of this kind, 0 to 255. */
  SetCount(value: number): void {
    fields.set(this, 'count', value)
  }

  /** Returns whether another content has the same values. */
  Equals(rhs: AdditionalContent): boolean {
    return isDeepEqual(this, checked(objectOf(AdditionalContent), rhs, 'AdditionalContent.Equals: rhs'))
  }

  /** Returns the name of a kind of content; `unknown` for a number without one. */
  static TypeToString(type: AdditionalContentType): string {
    return EnumToString(AdditionalContentType, type)
  }
}
