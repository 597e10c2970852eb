import { displayName, type ListedMember, type MemberGroup, MemberGroups } from '@guildhall/client/questions'
import { type ChannelObject, GatewayOp, type MemberObject } from '@guildhall/protocol'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import styles from '../../domain/members/member-list.module.css'
import { showProfile } from '../../domain/people/open-profile.ts'
import { openUserMenu } from '../../domain/people/user-menu.ts'
import { activityLine, firstActivity } from '../../domain/presence/activities.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { coloursOf } from '../../lib/role-colours.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import { useRoving } from '../../ui/use-roving.ts'

const ROW_PX = 44
const NO_GROUPS: readonly MemberGroup[] = []
/** Rows that Page Up and Page Down move by. */
const PAGE = 10

type Row = { kind: 'heading'; key: string; text: string } | { kind: 'member'; member: MemberObject; status: string }

/** The members of a guild that see a channel, by their highest shown role. */
export function MemberList({ guildId, channel }: { guildId: string; channel: ChannelObject }) {
  const client = useClient()
  const guild = useClientState(({ guilds }) => guilds.get(guildId))
  const scroller = useRef<HTMLDivElement>(null)
  const incomplete = guild !== undefined && guild.members.size < guild.memberCount
  useEffect(() => {
    if (incomplete)
      client.send(GatewayOp.REQUEST_GUILD_MEMBERS, { guild_id: guildId, query: '', limit: 0, presences: true })
  }, [client, guildId, incomplete])
  const [lists] = useState(() => new MemberGroups())
  const groups = guild ? lists.of(guild, channel) : NO_GROUPS
  const rows = useMemo(() => rowsOf(groups), [groups])
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
    // The active row stays rendered, so that it keeps the focus.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (active === undefined || indexes.includes(active)) return indexes
      return [...indexes, active].sort((one, other) => one - other)
    },
    getItemKey: (index) => keyOf(rows[index]),
  })
  return (
    <aside className={styles.panel} aria-label={t('Members')}>
      <div ref={scroller} className={styles.scroller}>
        <ul
          ref={list}
          className={styles.rows}
          style={{ height: virtualizer.getTotalSize() }}
          aria-label={t('Members')}
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
                    <MemberRow row={row} guildId={guildId} />
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

const keyOf = (row: Row | undefined) => (row?.kind === 'member' ? row.member.user.id : (row?.key ?? ''))

function MemberRow(props: { row: Extract<Row, { kind: 'member' }>; guildId: string }) {
  const { row, guildId } = props
  const { member, status } = row
  const activity = useClientState(({ guilds, presences }) => {
    const presence = guilds.get(guildId)?.presences.get(member.user.id) ?? presences.get(member.user.id)
    return firstActivity(presence?.activities ?? [])
  })
  const colours = useClientState(({ guilds }) => coloursOf(guilds.get(guildId)?.roles, member))
  return (
    <button
      type="button"
      className={`${styles.member} ${status === 'offline' ? styles.offline : ''}`}
      onClick={() => showProfile(member.user.id, guildId)}
      onContextMenu={(event) => openUserMenu(event, member.user.id, guildId)}
    >
      <Avatar user={member.user} size={32} status={status} />
      <span className={styles.names}>
        <span className={styles.named}>
          <span className={styles.name}>
            <RoleName colours={colours}>{displayName(member.user, member)}</RoleName>
          </span>
          {member.user.bot && (
            <>
              {' '}
              <span className={styles.badge}>APP</span>
            </>
          )}
        </span>
        {activity && <span className={styles.activity}>{activityLine(activity)}</span>}
      </span>
    </button>
  )
}

/** Returns the rows of all groups: each heading with the number of its members, and the members. */
function rowsOf(groups: readonly MemberGroup[]): Row[] {
  const rows: Row[] = []
  for (const { key, role, members } of groups) {
    const name = role?.name ?? (key === 'offline' ? t('Offline') : t('Online'))
    rows.push({ kind: 'heading', key, text: `${name} — ${members.length}` })
    for (const entry of members) rows.push(rowOf(entry))
  }
  return rows
}

type MemberOfRow = Extract<Row, { kind: 'member' }>

/** Rows of members, so that a member who did not change keeps theirs. */
const memberRows = new WeakMap<ListedMember, MemberOfRow>()

function rowOf(entry: ListedMember): MemberOfRow {
  const known = memberRows.get(entry)
  if (known) return known
  const row: MemberOfRow = { kind: 'member', ...entry }
  memberRows.set(entry, row)
  return row
}
