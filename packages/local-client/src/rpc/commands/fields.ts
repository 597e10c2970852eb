import Type from 'typebox'

/** An id. Clients send it as text; some send a number. */
export const Id = Type.Unsafe<string>(Type.String({ pattern: '^[0-9]{1,20}$' }))
export const NullableId = Type.Union([Id, Type.Null()])
export const NoArguments = Type.Object({})
/** Seconds that a command may wait. */
export const Timeout = Type.Optional(Type.Number({ minimum: 0, maximum: 60 }))
/** Text of a person or an application. */
export const Text = (max: number) => Type.String({ minLength: 1, maxLength: max })
