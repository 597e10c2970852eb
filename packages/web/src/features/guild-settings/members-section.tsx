import { displayName } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import type { MemberObject } from '@guildhall/protocol'
import { Permission } from '@guildhall/protocol'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useActor, useGuild } from '../../domain/guilds/use-actor.ts'
import { mayManage } from '../../domain/members/may-manage.ts'
import { manageMember } from '../../domain/members/open-moderation.ts'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { coloursOf } from '../../lib/role-colours.ts'
import { dayName } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import { Section } from '../../ui/sections.tsx'
import styles from './members.module.css'
import { PruneMembers } from './prune-members.tsx'
import { useGuildMembers } from './use-guild-members.ts'

const ROW_PX = 56

/** The members of a guild, with what the person may change about each. */
export function MembersSection({ guildId }: SectionProps) {
  const guild = useGuild(guildId)
  return guild ? <Members guild={guild} /> : null
}

function Members({ guild }: { guild: GuildState }) {
  const actor = useActor(guild)
  const loading = useGuildMembers(guild)
  const [text, setText] = useState('')
  const members = useMemo(() => membersMatching(guild.members.values(), text), [guild.members, text])
  const mayPrune =
    (actor.permissions & Permission.MANAGE_GUILD) !== 0n && (actor.permissions & Permission.KICK_MEMBERS) !== 0n
  return (
    <>
      <Section title={t('Members')} description={t('{memberCount} in this guild', { memberCount: guild.memberCount })}>
        <TextField
          label={t('Search members')}
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          hint={t('By name, nickname or ID')}
        />
        {members.length === 0 ? (
          <p className={styles.detail} role="status">
            {loading ? t('Loading members…') : t('No member matches.')}
          </p>
        ) : (
          <MemberRows guild={guild} members={members} />
        )}
      </Section>
      {mayPrune && <PruneMembers guild={guild} />}
    </>
  )
}

function membersMatching(members: Iterable<MemberObject>, text: string): MemberObject[] {
  const wanted = text.trim().toLowerCase()
  const collator = new Intl.Collator()
  return [...members]
    .filter(
      ({ nick, user }) =>
        user.id === wanted ||
        `${nick ?? ''}\n${user.global_name ?? ''}\n${user.username}`.toLowerCase().includes(wanted),
    )
    .sort((one, other) => collator.compare(displayName(one.user, one), displayName(other.user, other)))
}

function MemberRows({ guild, members }: { guild: GuildState; members: readonly MemberObject[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: members.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul className={styles.rows} style={{ height: virtualizer.getTotalSize() }} aria-label={t('Members')}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const member = members[index]
          return (
            member && (
              <li
                key={member.user.id}
                className={styles.row}
                style={{ transform: `translateY(${start}px)`, height: size }}
              >
                <MemberRow guild={guild} member={member} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function MemberRow({ guild, member }: { guild: GuildState; member: MemberObject }) {
  const { user, joined_at } = member
  const manages = useClientState((state) => mayManage(state, guild.guild.id, user.id))
  const name = displayName(user, member)
  const roles = member.roles.flatMap((id) => guild.roles.get(id)?.name ?? [])
  return (
    <>
      <Avatar user={user} size={32} />
      <div className={styles.names}>
        <p className={styles.name}>
          <span className={styles.text}>
            <RoleName colours={coloursOf(guild.roles, member)}>{name}</RoleName>
          </span>{' '}
          {user.id === guild.guild.owner_id && <span className={styles.badge}>{t('Owner')}</span>}{' '}
          {user.bot && <span className={styles.badge}>APP</span>}
        </p>
        <p className={styles.detail}>
          {user.username}
          {joined_at && ` · ${t('since {day}', { day: dayName(joined_at) })}`}
          {roles.length > 0 && ` · ${roles.join(', ')}`}
        </p>
      </div>
      {manages && (
        <Button
          size="small"
          aria-label={t('Manage {username}', { username: user.username })}
          onClick={() => manageMember(guild.guild.id, user.id)}
        >
          {t('Manage')}
        </Button>
      )}
    </>
  )
}
