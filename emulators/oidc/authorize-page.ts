import { testPeople } from './people.ts';

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Whom to be: one button each, and one to refuse. */
export function authorizePage(
  asked: URLSearchParams,
  look: { name: string; stands: string; action: string },
): string {
  const fields = [...asked]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const buttons = testPeople
    .map(
      ({ sub, name, email, emailVerified }) =>
        `<button name="person" value="${sub}"><b>${escape(name)}</b><br>${escape(email)}${emailVerified ? '' : ' (not confirmed)'}</button>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${look.name}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 24rem; margin: 2rem auto; padding: 0 1rem }
button { display: block; width: 100%; margin: .75rem 0; padding: .75rem 1rem; font: inherit; text-align: left; cursor: pointer }
</style></head>
<body>
<h1>${look.name}</h1>
<p>This stands in for ${look.stands}, on this machine only. Whom do you want to be?</p>
<form method="post" action="${look.action}">${fields}${buttons}<button name="person" value="">Refuse</button></form>
</body>
</html>
`;
}
