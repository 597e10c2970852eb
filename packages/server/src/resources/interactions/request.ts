import { ApiError, Faults, type FieldPath } from '@guildhall/protocol'
import { Json, OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../validation/schema.ts'
import { validate } from '../../validation/validate.ts'

/** `POST /interactions`: what a person's client sends. `data` depends on the type. */
export const InteractionRequest = Type.Object({
  type: Type.Union([Type.Literal(2), Type.Literal(3), Type.Literal(4), Type.Literal(5)]),
  application_id: SnowflakeId,
  channel_id: SnowflakeId,
  guild_id: OptionalNullable(SnowflakeId),
  message_id: OptionalNullable(SnowflakeId),
  session_id: OptionalNullable(Text(0, 100)),
  nonce: OptionalNullable(Type.Union([Text(0, 100), Type.Integer()])),
  data: Json,
})
export type InteractionRequest = Static<typeof InteractionRequest>

/** Reads the `data` of a request by the schema of its type. */
export function readData<S extends Parameters<typeof validate>[0]>(schema: S, data: unknown): Static<S> {
  const faults = new Faults()
  const result = validate(schema, data, faults, ['data'])
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return result
}

export function refuseIfAny(faults: Faults): void {
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
}

/** The refusal of a request that lacks a field. */
export function lacking(path: FieldPath): ApiError {
  const faults = new Faults()
  faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required')
  return new ApiError('INVALID_FORM_BODY', { faults })
}
