import CircleCheck from '#ui/icons/circle-check.ts';
import CloudOff from '#ui/icons/cloud-off.ts';
import Monitor from '#ui/icons/monitor.ts';
import { requestSignIn } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Icon } from '#ui/icon.tsx';
import { type Branding, defaultBranding, isBlank } from '../rules/branding.ts';
import { contrastWarnings } from '../rules/contrast.ts';
import type { Kept } from '../rules/keep.ts';
import { type BrandingValue, useBranding } from './use-branding.ts';

/** Where the last change has got to, in a line. */
export function SavedLine() {
  const { branding, sending, kept } = useBranding();
  const [icon, words] = isBlank(branding)
    ? ([Monitor, 'Changes are saved automatically.'] as const)
    : lineOf(sending, kept);
  return (
    <p role="status" className="flex items-start gap-8 text-13 text-muted">
      <Icon of={icon} size={16} />
      <span>{words}</span>
    </p>
  );
}

function lineOf(sending: BrandingValue['sending'], kept: Kept) {
  if (sending === 'sending') return [Monitor, 'Saving to your account...'] as const;
  if (sending === 'sent') return [CircleCheck, 'Saved to your account, for all your devices.'] as const;
  if (kept === 'nothing') return [CloudOff, 'Not saved.'] as const;
  if (sending === 'waiting')
    return [CloudOff, 'Saved on this device. We’ll sync it when you’re back online.'] as const;
  return [Monitor, 'Saved on this device.'] as const;
}

/** What somebody should know before they rely on it. */
export function Troubles() {
  const { branding, kept, sending, aside, takeAside, forgetAside, wake } = useBranding();
  const isSent = sending === 'sent';
  const full = fullWords(kept, isSent);
  return (
    <>
      {aside && (
        <Notice
          title="There is another version of your branding"
          actions={
            <>
              <Button onClick={takeAside}>Use It Instead</Button>
              <Button variant="quiet" onClick={forgetAside}>
                Delete it
              </Button>
            </>
          }
        >
          It was changed in two places{differenceOf(aside, branding)}. Both are saved, and you can switch
          between them.
        </Notice>
      )}
      {full && (
        <Notice kind={isSent ? 'info' : 'warn'} title="This browser’s storage is full">
          {full}
        </Notice>
      )}
      {sending === 'signed-out' && (
        <Notice
          kind="warn"
          title="Your session has ended"
          actions={
            <Button onClick={() => void requestSignIn().then((isBack) => isBack && wake())}>Sign In</Button>
          }
        >
          Your changes are saved on this device. Sign in to save them to your account.
        </Notice>
      )}
      {typeof sending === 'object' && (
        <Notice kind="warn" title="Couldn’t save to your account">
          {sending.refused} Everything is saved on this device.
        </Notice>
      )}
    </>
  );
}

const partsOf = {
  logo: 'logo',
  primaryColor: 'primary color',
  secondaryColor: 'secondary color',
  accentColor: 'accent color',
  fontFamily: 'font',
  website: 'website',
  email: 'email',
  phone: 'phone',
  address: 'address',
} as const;

/** How one knows it from the version in the form. */
function differenceOf(other: Branding, here: Branding): string {
  if (other.companyName !== here.companyName && other.companyName !== '')
    return `: the other version says “${other.companyName}”`;
  const names = Object.entries(partsOf).flatMap(([part, words]) =>
    (other[part as keyof typeof partsOf] ?? '') === (here[part as keyof typeof partsOf] ?? '') ? [] : [words],
  );
  return names.length === 0
    ? ''
    : `: the other version has another ${new Intl.ListFormat('en').format(names)}`;
}

function fullWords(kept: Kept, isSent: boolean): string | null {
  if (kept === 'whole') return null;
  if (isSent) return 'Everything is saved in your account. This device may need to load the logo again.';
  if (kept === 'logo-in-tab')
    return 'Everything is saved except the logo, which is lost when you close this tab.';
  if (kept === 'without-logo')
    return 'Everything is saved except the logo, which is lost when you leave this page.';
  return 'This device’s storage is full, so changes are lost when you leave this page. Free up space, then make a change here.';
}

/** Said about the colours as they are; one press makes them readable. */
export function ContrastNotes() {
  const { branding, update } = useBranding();
  // Nobody is told off for colours that they have not chosen.
  const chosen = contrastWarnings(branding).filter(({ field }) => branding[field] !== defaultBranding[field]);
  return chosen.map(({ field, words, isSerious, better }) => (
    <Notice
      key={field}
      kind={isSerious ? 'warn' : 'info'}
      actions={
        <Button size="tool" onClick={() => update({ [field]: better })}>
          Darken to {better}
        </Button>
      }
    >
      {words}
    </Notice>
  ));
}
