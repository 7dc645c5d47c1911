# What this prints as name, tab, value becomes a variable of the run.
printf 'f\t%s\n' "$(cat answer.txt)"
