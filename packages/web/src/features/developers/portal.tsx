import { useParams } from '@tanstack/react-router'
import { ApplicationList } from './application-list.tsx'
import { ApplicationPage } from './application-page.tsx'

/** The developer portal: the person's applications, and the settings of one. */
export function Portal() {
  const { _splat: path = '' } = useParams({ from: '/developers/$' })
  const [, id, section = 'general'] = /^applications\/(\d+)(?:\/([\w-]+))?$/.exec(path) ?? []
  return id ? <ApplicationPage key={id} id={id} section={section} /> : <ApplicationList />
}
