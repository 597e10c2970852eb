import type { ResponseOf } from '@guildhall/client'
import { queryOptions } from '@tanstack/react-query'
import { anonymous } from './arrival.ts'

/** Facts for the pages on which people register and sign in. */
export type RegistrationFacts = ResponseOf<'get_registration'>

export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: () => anonymous.call('get_registration'),
  retry: false,
})
