import type { Command } from 'commander';
import { RevokeTokenService } from '../../platform/partners/tokens/revoke-token.service.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { UserError } from '../user-error.js';
import { parseUuid } from '../values/identifiers.js';

export function addTokenRevoke(token: Command, runner: CommandRunner): void {
  token
    .command('revoke')
    .description('revoke a token; it stops working within a second on every process')
    .argument('<id>', 'id of the token, not the token itself', parseUuid)
    .addHelpText('after', '\nA revoked token cannot be brought back. Repeating it is harmless.')
    .addHelpText('after', examples('token revoke 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        if (!(await app.get(RevokeTokenService).run(id))) {
          throw new UserError(`There is no token ${id}. See a partner's tokens: ${CALL} token list --partner <id>`);
        }
        return { json: { id, revoked: true }, text: `Token ${id} is revoked.` };
      }),
    );
}
