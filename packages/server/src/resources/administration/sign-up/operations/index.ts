import { approveRegistration } from './approve-registration.ts'
import { createRegistrationInvite } from './create-registration-invite.ts'
import { deleteRegistrationInvite } from './delete-registration-invite.ts'
import { forgotPassword } from './forgot-password.ts'
import { getChallenge } from './get-challenge.ts'
import { getRegistration } from './get-registration.ts'
import { listRegistrationInvites } from './list-registration-invites.ts'
import { register } from './register.ts'
import { rejectRegistration } from './reject-registration.ts'
import { resendVerification } from './resend-verification.ts'
import { resetPasswordByLink } from './reset-password.ts'
import { verifyAddress } from './verify-address.ts'

export const signUpOperations = [
  getRegistration,
  getChallenge,
  register,
  verifyAddress,
  resendVerification,
  forgotPassword,
  resetPasswordByLink,
  approveRegistration,
  rejectRegistration,
  listRegistrationInvites,
  createRegistrationInvite,
  deleteRegistrationInvite,
]
