import { type ChannelObject, type MemberObject, Permission } from '@guildhall/protocol'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import styles from '../../domain/members/member-list.module.css'
import { showProfile } from '../../domain/people/open-profile.ts'
import { openUserMenu } from '../../domain/people/user-menu.ts'
import { activityLine, firstActivity } from '../../domain/presence/activities.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import type { GuildState } from '../../gateway/state.ts'
import { channelPermissions } from '../../lib/permissions.ts'
import { coloursOf } from '../../lib/role-colours.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import { useRoving } from '../../ui/use-roving.ts'

const REQUEST_GUILD_MEMBERS = 8
const ROW_PX = 44
/** Rows that Page Up and Page Down move by. */
const PAGE = 10

type Row = { kind: 'heading'; text: string } | { kind: 'member'; member: MemberObject; status: string }

/** The members of a guild that see a channel, by their highest shown role. */
export function MemberList({ guildId, channel }: { guildId: string; channel: ChannelObject }) {
  const client = useClient()
  const guild = useClientState(({ guilds }) => guilds.get(guildId))
  const scroller = useRef<HTMLDivElement>(null)
  const incomplete = guild !== undefined && guild.members.size < guild.memberCount
  useEffect(() => {
    if (incomplete) client.send(REQUEST_GUILD_MEMBERS, { guild_id: guildId, query: '', limit: 0, presences: true })
  }, [client, guildId, incomplete])
  const rows = useMemo(() => (guild ? rowsOf(guild, channel) : []), [guild, channel])
  const list = useRef<HTMLUListElement>(null)
  const indexes = useMemo(() => memberIndexes(rows), [rows])
  const ids = useMemo(() => [...indexes.keys()], [indexes])
  const { activeId, listProps } = useRoving(list, {
    ids,
    attribute: 'data-member',
    start: 'first',
    page: PAGE,
    reveal: (id) => virtualizer.scrollToIndex(indexes.get(id) ?? 0),
  })
  const active = indexes.get(activeId ?? '')
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 32 : ROW_PX),
    overscan: 10,
    // The active row stays rendered, so that it keeps the focus and Tab finds it.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (active === undefined || indexes.includes(active)) return indexes
      return [...indexes, active].sort((one, other) => one - other)
    },
    getItemKey: (index) => keyOf(rows[index]),
  })
  return (
    <aside className={styles.panel} aria-label="Members">
      <div ref={scroller} className={styles.scroller}>
        <ul
          ref={list}
          className={styles.rows}
          style={{ height: virtualizer.getTotalSize() }}
          aria-label="Members"
          {...listProps}
        >
          {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
            const row = rows[index]
            return (
              row && (
                <li
                  key={key}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)`, height: size }}
                  data-member={row.kind === 'member' ? row.member.user.id : undefined}
                >
                  {row.kind === 'heading' ? (
                    <h3 className={styles.heading}>{row.text}</h3>
                  ) : (
                    <MemberRow row={row} guildId={guildId} tabIndex={index === active ? 0 : -1} />
                  )}
                </li>
              )
            )
          })}
        </ul>
      </div>
    </aside>
  )
}

/** Returns the positions of the members among the rows, by their ids. */
function memberIndexes(rows: readonly Row[]): Map<string, number> {
  return new Map(rows.flatMap((row, index) => (row.kind === 'member' ? [[row.member.user.id, index]] : [])))
}

const keyOf = (row: Row | undefined) => (row?.kind === 'member' ? row.member.user.id : (row?.text ?? ''))

function MemberRow(props: { row: Extract<Row, { kind: 'member' }>; guildId: string; tabIndex: 0 | -1 }) {
  const { row, guildId, tabIndex } = props
  const { member, status } = row
  const activity = useClientState(({ guilds, presences }) => {
    const presence = guilds.get(guildId)?.presences.get(member.user.id) ?? presences.get(member.user.id)
    return firstActivity(presence?.activities ?? [])
  })
  const colours = useClientState(({ guilds }) => coloursOf(guilds.get(guildId)?.roles, member))
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={`${styles.member} ${status === 'offline' ? styles.offline : ''}`}
      onClick={() => showProfile(member.user.id, guildId)}
      onContextMenu={(event) => openUserMenu(event, member.user.id, guildId)}
    >
      <Avatar user={member.user} size={32} status={status} />
      <span className={styles.names}>
        <span className={styles.name}>
          <RoleName colours={colours}>{displayName(member.user, member)}</RoleName>
          {member.user.bot && <span className={styles.badge}>APP</span>}
        </span>
        {activity && <span className={styles.activity}>{activityLine(activity)}</span>}
      </span>
    </button>
  )
}

function rowsOf(guild: GuildState, channel: ChannelObject): Row[] {
  const hoisted = [...guild.roles.values()]
    .filter(({ hoist }) => hoist)
    .sort((one, other) => other.position - one.position)
  const groups = new Map<string, Extract<Row, { kind: 'member' }>[]>()
  for (const member of guild.members.values()) {
    const facts = { guild: guild.guild, roles: guild.roles, member: { ...member, userId: member.user.id } }
    if ((channelPermissions(facts, channel) & Permission.VIEW_CHANNEL) === 0n) continue
    const status = guild.presences.get(member.user.id)?.status ?? 'offline'
    const role = hoisted.find(({ id }) => member.roles.includes(id))
    const name = status === 'offline' ? 'Offline' : (role?.name ?? 'Online')
    groups.set(name, [...(groups.get(name) ?? []), { kind: 'member', member, status }])
  }
  const names = [...hoisted.map(({ name }) => name), 'Online', 'Offline']
  const collator = new Intl.Collator()
  return [...new Set(names)].flatMap((name): Row[] => {
    const members = groups.get(name)
    if (!members) return []
    members.sort((one, other) => collator.compare(nameOf(one.member), nameOf(other.member)))
    return [{ kind: 'heading', text: `${name} — ${members.length}` }, ...members]
  })
}

const nameOf = (member: MemberObject) => displayName(member.user, member)
