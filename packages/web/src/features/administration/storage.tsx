import type { ResponseOf } from '@guildhall/client'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { sizeText } from '../../domain/messages/attachment-kinds.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { ErrorText } from '../../ui/field.tsx'
import { Section } from '../../ui/sections.tsx'
import { Table } from './table.tsx'

type Sizes = ResponseOf<'get_sizes'>

const KINDS: Readonly<Record<keyof Sizes['by_kind'], Message>> = {
  messages: msg('Messages'),
  search: msg('Search'),
  attachments: msg('Attachments'),
  images: msg('Images'),
  backups: msg('Backups'),
  other: msg('Other'),
}
const KIND_NAMES = Object.keys(KINDS) as readonly (keyof typeof KINDS)[]

/** Shows the sizes of what is kept, the growth, and the guilds and people with the most bytes of files. */
export function Storage() {
  const { api } = useClient()
  const sizes = useQuery({
    queryKey: ['administration', 'sizes'],
    queryFn: () => api.call('get_sizes'),
    staleTime: 0,
  })
  return (
    <Section title={t('Storage')} description={t('The sizes of messages and search are estimates.')}>
      {sizes.error && <ErrorText>{messageOf(sizes.error)}</ErrorText>}
      {sizes.data && <Figures sizes={sizes.data} />}
    </Section>
  )
}

function Figures({ sizes }: { sizes: Sizes }) {
  const { total, by_kind, disk, growth_bytes_per_day: growth, guilds, people } = sizes
  const rows: readonly (readonly [string, string])[] = [
    ...KIND_NAMES.map((kind) => [t(KINDS[kind]), sizeText(by_kind[kind])] as const),
    [t('Total'), sizeText(total)],
    [t('Growth in a day'), growth < 0 ? `−${sizeText(-growth)}` : sizeText(growth)],
    [t('Free on the disk'), disk.free === null ? t('Unknown') : sizeText(disk.free)],
    [t('Kept free by uploads'), sizeText(disk.reserve)],
  ]
  return (
    <>
      <Table
        caption={t('Storage')}
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          [t('Kind'), ([name]) => name],
          [t('Size'), ([, size]) => size],
        ]}
      />
      <h3>{t('Guilds')}</h3>
      <Table
        caption={t('Guilds')}
        rows={guilds}
        keyOf={({ id }) => id}
        columns={[
          [t('Name'), ({ name }) => name],
          [t('Messages'), ({ messages }) => messages],
          [t('Files'), ({ bytes }) => sizeText(bytes)],
        ]}
      />
      <h3>{t('People')}</h3>
      <Table
        caption={t('People')}
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          [t('Name'), ({ name }) => name],
          [t('Files'), ({ bytes }) => sizeText(bytes)],
        ]}
      />
    </>
  )
}
