import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Control } from './control.ts'

/** The control API of the page. */
export const ControlContext = createContext<Control | null>(null)

/** First part of the query keys of everything that the control API returns. */
export const CONTROL = 'control'
/** Time after which panels read the state of the platform again, because tests and bots change it too. */
const REFRESH_MS = 3_000

/** Returns the control API. Throws outside the inspector. */
export function useControl(): Control {
  const control = useContext(ControlContext)
  if (!control) throw new Error('The control API is used outside the inspector.')
  return control
}

/** Reads something by the control API, again and again while it is shown. */
export function useControlQuery<T>(name: string, read: (control: Control) => Promise<T>) {
  const control = useControl()
  return useQuery({
    queryKey: [CONTROL, name],
    queryFn: () => read(control),
    staleTime: 0,
    retry: false,
    refetchInterval: REFRESH_MS,
  })
}
