import type { ApplicationCommandObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import type { SectionProps } from './section-props.ts'

const TYPE_NAMES: Readonly<Record<number, string>> = {
  1: 'Slash command',
  2: 'User command',
  3: 'Message command',
  4: 'Entry point',
}

/** The global commands of an application. Its bot registers them. */
export function CommandsSection({ application }: SectionProps) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['commands', application.id],
    queryFn: () => client.api.get<ApplicationCommandObject[]>(`/applications/${application.id}/commands`),
    staleTime: 0,
  })
  return (
    <Section title="Commands" description="Global commands, as the bot registered them.">
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && <p>The bot has registered no global command.</p>}
      {data && data.length > 0 && (
        <Rows>
          {data.map(({ id, name, type, description }) => (
            <Row key={id} title={type === 1 ? `/${name}` : name} detail={description || TYPE_NAMES[type ?? 1]} />
          ))}
        </Rows>
      )}
    </Section>
  )
}
