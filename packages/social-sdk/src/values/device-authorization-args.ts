import { text, uint64 } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct(
  {
    clientId: uint64,
    scopes: text,
  },
  'DeviceAuthorizationArgs',
)

/** Arguments of the device flow, for devices without a browser or a keyboard. */
export class DeviceAuthorizationArgs extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: DeviceAuthorizationArgs = nullOf(DeviceAuthorizationArgs)

  /** @param other object that is copied */
  constructor(other?: DeviceAuthorizationArgs) {
    super(fields, other)
  }

  /** Returns the application id of the game. 0n means the id of SetApplicationId. */
  ClientId(): bigint {
    return fields.get(this, 'clientId')
  }

  /** Sets the application id of the game. 0n means the id of SetApplicationId. */
  SetClientId(value: bigint): void {
    fields.set(this, 'clientId', value)
  }

  /** Returns the OAuth2 scopes, separated by spaces. They are required. */
  Scopes(): string {
    return fields.get(this, 'scopes')
  }

  /** Sets the OAuth2 scopes, separated by spaces. They are required. */
  SetScopes(value: string): void {
    fields.set(this, 'scopes', value)
  }
}
