import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { InspectorSearch } from './filters.ts'

const PAGE = '/developers/inspector'

/** Changes of the page's state. `undefined` removes a value. */
export type SearchChanges = { [Name in keyof InspectorSearch]?: InspectorSearch[Name] | undefined }

/** Returns the state that the address keeps, and a function that changes parts of it. */
export function useSearchState(): [
  search: InspectorSearch,
  change: (changes: SearchChanges, options?: { replace?: boolean }) => void,
] {
  const search = useSearch({ from: PAGE })
  const navigate = useNavigate({ from: PAGE })
  const change = useCallback(
    (changes: SearchChanges, { replace = true } = {}) => {
      const next = (former: InspectorSearch) => defined({ ...former, ...changes })
      void navigate({ to: PAGE, search: next, replace })
    },
    [navigate],
  )
  return [search, change]
}

function defined(search: SearchChanges): InspectorSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as InspectorSearch
}
