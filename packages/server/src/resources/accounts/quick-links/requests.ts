import { QUICK_LINK_CUSTOM_ID_MAX, QUICK_LINK_DESCRIPTION_MAX, QUICK_LINK_TITLE_MAX } from '@guildhall/protocol'
import { ImageData, OptionalNullable, Text, Type } from '../../../validation/schema.ts'

/** Fields of a quick or custom link that a request sets. */
export const LinkFields = Type.Object({
  custom_id: OptionalNullable(Text(1, QUICK_LINK_CUSTOM_ID_MAX)),
  title: Text(1, QUICK_LINK_TITLE_MAX),
  description: Text(1, QUICK_LINK_DESCRIPTION_MAX),
  image: OptionalNullable(ImageData),
})
