import { uint64 } from '../objects/kinds.ts'
import { type FieldsOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

const fields = struct({
  applicationId: uint64,
  lobbyId: uint64,
})

/** The lobby that a channel is linked to. */
export class LinkedLobby extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: LinkedLobby = nullOf(LinkedLobby)

  /** @param other object that is copied */
  constructor(other?: LinkedLobby) {
    super(fields, other)
  }

  /** Returns the id of the game of the lobby. */
  ApplicationId(): bigint {
    return fields.get(this, 'applicationId')
  }

  /** Sets the id of the game of the lobby. */
  SetApplicationId(value: bigint): void {
    fields.set(this, 'applicationId', value)
  }

  /** Returns the id of the lobby. */
  LobbyId(): bigint {
    return fields.get(this, 'lobbyId')
  }

  /** Sets the id of the lobby. */
  SetLobbyId(value: bigint): void {
    fields.set(this, 'lobbyId', value)
  }
}
