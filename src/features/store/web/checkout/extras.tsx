import { Button } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';

interface ExtrasProps {
  coupon: string;
  name: string;
  error: string | undefined;
  hint: string | undefined;
  onCoupon(typed: string): void;
  onName(typed: string): void;
}

/** What most buyers have no use for. The code is asked for with the form's own Apply. */
export const Extras = ({ coupon, name, error, hint, onCoupon, onName }: ExtrasProps) => (
  <details open={name !== '' || coupon !== ''}>
    <summary className="ui-link inline-flex min-h-touch cursor-pointer items-center text-15">
      Coupon, or a name on the invoice
    </summary>
    <Stack gap={12} className="pt-8">
      <div className="flex items-start gap-12">
        <Field label="Coupon" optional className="grow" error={error} hint={hint}>
          <TextInput
            mono
            name="coupon"
            autoComplete="off"
            value={coupon}
            onChange={(event) => onCoupon(event.target.value)}
          />
        </Field>
        <Button type="submit" className="mt-24">
          Apply
        </Button>
      </div>
      <Field label="Name or company on the invoice" optional>
        <TextInput
          name="name"
          autoComplete="organization"
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      </Field>
    </Stack>
  </details>
);
