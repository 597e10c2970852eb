import {
  ApiError,
  COMMAND_CHOICE_MAX,
  COMMAND_CHOICES_MAX,
  ComponentType,
  CUSTOM_ID_MAX,
  Faults,
  type FieldPath,
  LabelObject,
  TextDisplayObject,
  TextInputObject,
} from '@guildhall/protocol'
import {
  Int,
  Json,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'
import { validate } from '../../../validation/validate.ts'
import { LocalizationsField } from '../../guild/commands/index.ts'

/** Body of `POST /interactions`, which users' clients send. The form of `data` depends on the type. */
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

/** `data` of types 2 and 4. */
export const CommandUse = Type.Object({
  id: SnowflakeId,
  name: OptionalNullable(Text(0, 100)),
  type: OptionalNullable(Int(1, 4)),
  version: OptionalNullable(SnowflakeId),
  options: OptionalNullable(Json),
  target_id: OptionalNullable(SnowflakeId),
})

/** `data` of type 3. */
export const ComponentUse = Type.Object({
  custom_id: Text(1, CUSTOM_ID_MAX),
  component_type: OptionalNullable(Int(1, 30)),
  values: OptionalNullable(Json),
})

/** `data` of type 5. */
export const ModalSubmission = Type.Object({
  id: OptionalNullable(SnowflakeId),
  custom_id: Text(1, CUSTOM_ID_MAX),
  components: Json,
})

/** Interaction response of an application, from the callback operation or its endpoint. */
export const CallbackBody = Type.Object({ type: Int(1, 13), data: Optional(Json) })
export type CallbackBody = Static<typeof CallbackBody>

/** The older form of a text input in a modal. [MOD-12] */
const ModalActionRow = Type.Object(
  { type: Type.Literal(ComponentType.ACTION_ROW), components: Type.Tuple([TextInputObject]) },
  { title: 'ModalActionRow', deprecated: true, description: 'Use a label' },
)
const Modal = Type.Object(
  {
    custom_id: Type.String(),
    title: Type.String(),
    components: Type.Array(Type.Union([LabelObject, TextDisplayObject, ModalActionRow])),
  },
  { title: 'Modal' },
)

/** The callback as the description shows it. `data` depends on the type; that of a modal is described. */
export const CallbackShape = Type.Object({ type: Int(1, 13), data: Optional(Type.Union([Modal, Json])) })

/** `data` of an autocomplete response. */
export const AutocompleteData = Type.Object({
  choices: OptionalNullable(
    Type.Array(
      Type.Object({
        name: Text(1, COMMAND_CHOICE_MAX),
        name_localizations: LocalizationsField,
        value: Json,
      }),
      { maxItems: COMMAND_CHOICES_MAX },
    ),
  ),
})

/**
 * Reads the `data` of a request or callback by the schema of its type.
 * @throws INVALID_FORM_BODY
 */
export function readData<S extends Parameters<typeof validate>[0]>(schema: S, data: unknown): Static<S> {
  const faults = new Faults()
  const result = validate(schema, data, faults, ['data'])
  rejectFaults(faults)
  return result
}

/** @throws INVALID_FORM_BODY when there are faults */
export function rejectFaults(faults: Faults): void {
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
}

/** Returns the error of a request without a required field. */
export function missingField(path: FieldPath): ApiError {
  const faults = new Faults()
  faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required')
  return new ApiError('INVALID_FORM_BODY', { faults })
}
