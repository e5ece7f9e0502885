import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Note } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'role'>;

interface ChoiceProps extends InputProps {
  label: ReactNode;
  hint?: ReactNode;
}

function Choice({
  label,
  hint,
  className,
  ...rest
}: ChoiceProps & { type: 'checkbox' | 'radio'; role?: 'switch' }) {
  const id = useId();
  return (
    <label className={className ? `ui-choice ${className}` : 'ui-choice'}>
      <input {...(hint ? { 'aria-labelledby': id, 'aria-describedby': `${id}h` } : {})} {...rest} />
      <span>
        <span id={id}>{label}</span>
        {hint && (
          <span id={`${id}h`} className="ui-choice-hint">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

/** `mixed` is the third look of a box that stands for several. */
export function Checkbox({ mixed = false, ...rest }: ChoiceProps & { mixed?: boolean }) {
  return (
    <Choice
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = mixed;
      }}
      {...rest}
    />
  );
}

/** For what takes effect at once; a box is for what is sent with a form. */
export const Switch = (props: ChoiceProps) => <Choice type="checkbox" role="switch" {...props} />;

export interface Option<V extends string = string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<V extends string> {
  label: ReactNode;
  options: readonly Option<V>[];
  name?: string;
  value?: V;
  defaultValue?: V;
  onChange?: (value: V) => void;
  hint?: ReactNode;
  error?: ReactNode;
  across?: boolean;
  /** Large ones in a frame each: few and short, such as amounts. */
  chips?: boolean;
}

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { label, options, value, defaultValue, onChange, hint, error, across, chips } = props;
  const id = useId();
  return (
    <fieldset
      className="ui-choices"
      data-across={across ? '' : undefined}
      data-chips={chips ? '' : undefined}
      aria-describedby={`${id}n`}
    >
      <legend className="ui-label ui-legend">{label}</legend>
      <div className="ui-choices-list">
        {options.map((option) => (
          <Choice
            key={option.value}
            type="radio"
            name={props.name ?? id}
            value={option.value}
            label={option.label}
            hint={option.hint}
            disabled={option.disabled}
            aria-invalid={error ? true : undefined}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onChange?.(option.value)}
          />
        ))}
      </div>
      <Note id={`${id}n`} hint={hint} error={error} />
    </fieldset>
  );
}
