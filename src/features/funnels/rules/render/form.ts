import { escapeHtml as esc } from '#base/escape.ts';

interface FormParts {
  /** The block that it is of. */
  block: string;
  /** Where it is sent; to its own page where nothing is said. */
  action?: string;
  token?: string;
  /** `asked` is a field; `typed` goes along unseen. */
  name?: { is: 'asked' } | { is: 'typed'; value: string };
  email?: string;
  consent: string;
  isAgreed?: boolean;
  button: string;
}

/** What is asked for on a page, and once more by the hub where something was missing. */
export function drawForm({
  block,
  action,
  token,
  name,
  email,
  consent,
  isAgreed,
  button,
}: FormParts): string {
  const isOnPage = action !== undefined;
  const named =
    name?.is === 'asked'
      ? '<label>Name<input name="name" autocomplete="name" maxlength="120"></label>'
      : name
        ? `<input type="hidden" name="name" value="${esc(name.value)}">`
        : '';
  // Nobody sees it, so only a program fills it in.
  const trap = isOnPage
    ? '<label class="z" aria-hidden="true">Leave this empty<input name="website" tabindex="-1" autocomplete="off"></label>'
    : '';
  const agreed = consent
    ? `<label class="k n"><input type="checkbox" name="consent" value="yes" required${isAgreed ? ' checked' : ''}${describedBy(block, 'consent')}><span>${esc(consent)}</span></label>${message(block, 'consent', 'Check this box so we can send it to you.')}`
    : '';
  return (
    `<form method="post"${isOnPage ? ` autocomplete="off" action="${esc(action)}"` : ''}>` +
    `<input type="hidden" name="block" value="${esc(block)}"><input type="hidden" name="token"${token ? ` value="${esc(token)}"` : ''}>${named}` +
    `<label>Email address<input type="email" name="email" required autocomplete="email" maxlength="254"${email ? ` value="${esc(email)}"` : ''}${describedBy(block, 'email')}></label>${message(block, 'email', 'Enter your email address, such as name@example.com.')}` +
    `${trap}${agreed}<button class="b">${esc(button)}</button></form>`
  );
}

/** Seen only while the field before it is not as it should be, which the browser itself knows: `:user-invalid`. */
const message = (block: string, field: string, words: string): string =>
  `<small class="er" id="${esc(block)}-${field}">${words}</small>`;
const describedBy = (block: string, field: string): string => ` aria-describedby="${esc(block)}-${field}"`;
