import { ImageData, OptionalNullable, Text, Type } from '../../validation/schema.ts'

/** Fields of a quick or custom link that a request sets. */
export const LinkFields = Type.Object({
  custom_id: OptionalNullable(Text(1, 256)),
  title: Text(1, 32),
  description: Text(1, 64),
  image: OptionalNullable(ImageData),
})
