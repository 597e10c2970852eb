import type { RoleObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useActor, useGuild } from '../../domain/guilds/use-actor.ts'
import { useClient } from '../../gateway/react.tsx'
import type { GuildState } from '../../gateway/state.ts'
import { moved, rolePositions, rolesFromTop, whyNotEditRole } from '../../lib/hierarchy.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { MoveButtons, useReorder } from '../../ui/reorder.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { RolePage } from './role-page.tsx'
import styles from './roles.module.css'

/** The roles of a guild in their order, or one of them. */
export function RolesSection({ guildId, open }: SectionProps) {
  const guild = useGuild(guildId)
  if (!guild) return null
  if (!open) return <RoleList guild={guild} />
  const role = guild.roles.get(open)
  if (role) return <RolePage key={role.id} guild={guild} role={role} />
  return (
    <Section title="This role is not here" description="It was deleted.">
      <p>
        <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: 'roles' }}>
          All roles
        </Link>
      </p>
    </Section>
  )
}

function RoleList({ guild }: { guild: GuildState }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const actor = useActor(guild)
  const { id: guildId } = guild.guild
  const roles = rolesFromTop(guild.roles.values())
  const ordered = roles.filter(({ id }) => id !== guildId)
  const { data: counts } = useQuery({
    queryKey: ['role-counts', guildId],
    queryFn: () => client.api.get<Record<string, number>>(`/guilds/${guildId}/roles/member-counts`),
    staleTime: 0,
  })
  const editable = (index: number) => {
    const role = ordered[index]
    return role !== undefined && whyNotEditRole(actor, role) === null
  }
  const reorder = useReorder({
    keys: ordered.map(({ id }) => id),
    mayMove: (from, to) => editable(from) && editable(to),
    onMove: (from, to) =>
      void saving.run(() => client.api.patch(`/guilds/${guildId}/roles`, rolePositions(moved(ordered, from, to)))),
  })

  function create() {
    void saving.run(async () => {
      const role = await client.api.post<RoleObject>(`/guilds/${guildId}/roles`, { name: 'new role' })
      client.apply('GUILD_ROLE_CREATE', { guild_id: guildId, role })
      await navigate({ to: '/guilds/$guildId/settings/$', params: { guildId, _splat: `roles/${role.id}` } })
    })
  }

  return (
    <Section
      title="Roles"
      description="Members have the permissions of all their roles, and the colour of the highest one. You can change roles below your own highest role."
    >
      <p>
        <Button look="primary" busy={saving.busy} onClick={create}>
          Create role
        </Button>
      </p>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ol className={styles.list} aria-label="Roles">
        {roles.map((role, index) => (
          <li key={role.id} className={styles.entry} {...(role.id === guildId ? {} : reorder.entry(index))}>
            <div className={styles.role}>
              <Link
                className={styles.name}
                to="/guilds/$guildId/settings/$"
                params={{ guildId, _splat: `roles/${role.id}` }}
              >
                <RoleName colours={role.color === 0 ? null : role.colors}>{role.name}</RoleName>
              </Link>
              <p className={styles.detail}>
                {role.id === guildId ? 'All members' : memberCount(counts?.[role.id])}
                {role.managed && ' · managed by an integration'}
              </p>
            </div>
            {role.id !== guildId && (
              <MoveButtons reorder={reorder} place={{ index, name: role.name, refusal: whyNotEditRole(actor, role) }} />
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function memberCount(count: number | undefined): string {
  if (count === undefined) return ''
  return count === 1 ? '1 member' : `${count} members`
}
