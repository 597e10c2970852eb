/** Players who are Ready, with a microphone that plays a tone, and lobbies with a call. */
import assert from 'node:assert/strict'
import * as sdk from './sdk.ts'
import { type SdkLab, StatusLog } from './sdk-lab.ts'
import { ToneBackend } from './tone.ts'
import { until } from './until.ts'

export interface Player {
  readonly client: sdk.Client
  readonly id: bigint
  readonly sound: ToneBackend
}

/** Signs a new provisional player in, whose microphone plays a frequency. */
export async function player(lab: SdkLab, name: string, hertz: number): Promise<Player> {
  const token = await lab.playerToken('arcade', name)
  const sound = new ToneBackend(hertz)
  const client = lab.client('arcade', { audioBackend: sound })
  await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, token)
  const ready = new StatusLog(client).next(sdk.Client.Status.Ready)
  client.Connect()
  await ready
  const { body } = await lab.bearer(token).get<{ id: string }>('/users/@me')
  return { client, id: BigInt(body.id), sound }
}

/**
 * Makes a lobby whose members are in its call, as far as they have a Client. All of them join in the same turn as the
 * caller goes on, who sees each status of the calls.
 */
export async function lobbyOf(
  lab: SdkLab,
  ...members: { readonly id: bigint; readonly client?: sdk.Client }[]
): Promise<bigint> {
  const { status, body } = await lab
    .bot('arcade')
    .post<{ id: string }>('/lobbies', { members: members.map(({ id }) => ({ id: `${id}` })) })
  assert.equal(status, 201, JSON.stringify(body))
  const id = BigInt(body.id)
  const clients = members.flatMap(({ client }) => client ?? [])
  await until(() => clients.every((client) => client.GetLobbyHandle(id) !== null), 'lobby')
  for (const client of clients) assert.ok(client.StartCall(id).valid, 'a member can join the call')
  return id
}
