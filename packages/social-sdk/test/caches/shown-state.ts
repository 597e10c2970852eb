/** All that a Client shows, as plain values for comparisons. */
import type * as sdk from '../support/sdk.ts'

type Plain = Readonly<Record<string, unknown>>

const byId = <T>(entries: [id: bigint, shown: T][]): Record<string, T> =>
  Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([id, shown]) => [`${id}`, shown]),
  )

function userOf(user: sdk.UserHandle | null): Plain | null {
  return user && { name: user.DisplayName(), username: user.Username(), isProvisional: user.IsProvisional() }
}

/**
 * Returns relationships, with names and presences of friends, and the groups of friends. New names of other users come
 * with READY.
 */
export function shownPeople(client: sdk.Client, groups: readonly sdk.RelationshipGroupType[]): Plain {
  const friends = new Set(groups.flatMap((group) => client.GetRelationshipsByGroup(group)).map((handle) => handle.Id()))
  const relationships = client.GetRelationships().map((handle): [bigint, Plain] => {
    const types = [handle.DiscordRelationshipType(), handle.GameRelationshipType()]
    const user = handle.User()
    if (!friends.has(handle.Id())) return [handle.Id(), { types, status: user?.Status() }]
    const activity = user?.GameActivity()?.Details() ?? null
    return [handle.Id(), { types, user: userOf(user), status: user?.Status(), activity }]
  })
  const grouped = groups.map((group) => client.GetRelationshipsByGroup(group).map((handle) => `${handle.Id()}`))
  return { relationships: byId(relationships), grouped }
}

/** Returns the lobbies with metadata, links and members. */
export function shownLobbies(client: sdk.Client): Plain {
  return byId(
    client.GetLobbyIds().map((id) => {
      const lobby = client.GetLobbyHandle(id)
      const members = lobby?.LobbyMembers().map((member): [bigint, Plain] => {
        const { name } = userOf(member.User()) ?? {}
        const flags = [member.Connected(), member.CanLinkLobby()]
        return [member.Id(), { flags, metadata: sorted(member.Metadata()), name }]
      })
      const linked = lobby?.LinkedChannel()?.Name() ?? null
      return [id, { metadata: sorted(lobby?.Metadata() ?? {}), linked, members: byId(members ?? []) }]
    }),
  )
}

/** Returns what a message shows; null for one that the Client does not keep. */
export function shownMessage(client: sdk.Client, id: bigint): Plain | null {
  const message = client.GetMessageHandle(id)
  if (!message) return null
  return {
    content: message.RawContent(),
    isEdited: message.EditedTimestamp() > 0n,
    author: message.AuthorId(),
    metadata: sorted(message.Metadata()),
    moderation: sorted(message.ModerationMetadata()),
  }
}

export function sorted(metadata: Readonly<Record<string, string>>): [key: string, value: string][] {
  return Object.entries(metadata).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
